import type { Principal, TenantIdentity } from "./context.ts";

/** What is known of a presented credential before anything is decided about it. Times are ISO 8601 UTC. */
export interface Credential {
  readonly principal: Principal;
  readonly tenant: TenantIdentity;
  /** From this moment on the credential is refused; null: never. */
  readonly revoked_at: string | null;
  readonly expires_at: string | null;
  /** CIDR ranges; empty: any address. */
  readonly ip_allowlist: readonly string[];
  /** Name of the rate budget; keys of one rotation share it. */
  readonly bucket_id: string;
  readonly last_used_at: string | null;
}

/** One kind of credential: API keys, consultant keys, OAuth tokens. */
export interface CredentialResolver {
  /** Whether a token has the form of this kind; forms may be shared. */
  readonly accepts: (token: string) => boolean;
  /** Never kept in a cache: what is found depends on more than the credential's own record. */
  readonly is_asked_every_time?: true;
  /** null: no such credential. */
  readonly find: (token: string) => Promise<Credential | null>;
  /** Writes the time of use; called at most about once a minute per credential and process. */
  readonly recordUse: (credential: Credential, used_at: Date) => Promise<void>;
}
