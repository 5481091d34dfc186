import type { SystemQueries, SystemTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { GRANTOR, IS_ENTITLED } from "./entitled-grant.ts";
import type { AuthorizationRequest } from "./store-requests.ts";
import type { TokenKind } from "./token-text.ts";

const INSERT = statement(`
  insert into oauth_tokens (digest, kind, grant_id, scopes, created_at, expires_at, redirect_uri, states_redirect_uri,
    code_challenge)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);

// Locked: of ten parallel uses one goes first and the others see that it was used. The grant is only read: it ends in a
// transaction of its company, and a token made beside that is worth nothing, because every use asks for the grant.
const LOCK = statement(`
  select t.grant_id, t.scopes, t.expires_at, t.used_at, t.redirect_uri, t.states_redirect_uri, t.code_challenge,
    t.successor_digest, t.replay_sealed, g.tenant_id, g.client_id, g.client_name, g.scopes as grant_scopes,
    g.ended_at is null and ${IS_ENTITLED} as is_live
  from oauth_tokens t
  join oauth_grants g on g.id = t.grant_id
  ${GRANTOR}
  where t.digest = $1 and t.kind = $2
  order by t.digest limit 1
  for update of t`);

const MARK_USED = statement(`
  update oauth_tokens set used_at = $2, successor_digest = $3, replay_sealed = $4 where digest = $1`);

const IS_UNUSED = statement(`
  select 1 as found from oauth_tokens where digest = $1 and used_at is null order by digest limit 1`);

const GRANT_OF = statement(`
  select g.id as grant_id, g.tenant_id, g.client_id from oauth_tokens t join oauth_grants g on g.id = t.grant_id
  where t.digest = $1 order by t.digest limit 1`);

export interface NewToken {
  readonly kind: TokenKind;
  readonly digest: Buffer;
  readonly grant_id: string;
  readonly scopes: readonly string[];
  readonly created_at: Date;
  readonly expires_at: Date;
  /** Codes: what the exchange must match. */
  readonly request?: Pick<AuthorizationRequest, "redirect_uri" | "states_redirect_uri" | "code_challenge">;
}

export async function insertToken(system: SystemQueries, token: NewToken): Promise<void> {
  const { kind, digest, grant_id, scopes, created_at, expires_at, request } = token;
  await system.rows(INSERT, [
    digest,
    kind,
    grant_id,
    scopes,
    created_at.toISOString(),
    expires_at.toISOString(),
    request?.redirect_uri ?? null,
    request?.states_redirect_uri ?? null,
    request?.code_challenge ?? null,
  ]);
}

/** A code or refresh token with its grant, locked until the transaction ends. */
export interface LockedToken {
  readonly grant_id: string;
  readonly tenant_id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly scopes: readonly string[];
  readonly grant_scopes: readonly string[];
  readonly expires_at: string;
  readonly used_at: string | null;
  readonly redirect_uri: string | null;
  readonly states_redirect_uri: boolean | null;
  readonly code_challenge: string | null;
  readonly successor_digest: Buffer | null;
  readonly replay_sealed: Buffer | null;
  /** The grant has not ended, and its company and grantor are still entitled. */
  readonly is_live: boolean;
}

export async function lockToken(
  tx: SystemTransaction,
  digest: Buffer,
  kind: TokenKind,
): Promise<LockedToken | undefined> {
  return (await tx.rows<LockedToken>(LOCK, [digest, kind]))[0];
}

/** What a used refresh token leads to; codes have neither. */
export interface Succession {
  readonly successor_digest: Buffer | null;
  readonly replay_sealed: Buffer | null;
}

export async function markUsed(
  tx: SystemTransaction,
  digest: Buffer,
  used_at: Date,
  { successor_digest, replay_sealed }: Succession = { successor_digest: null, replay_sealed: null },
): Promise<void> {
  await tx.rows(MARK_USED, [digest, used_at.toISOString(), successor_digest, replay_sealed]);
}

export async function isUnused(tx: SystemTransaction, digest: Buffer): Promise<boolean> {
  return (await tx.rows(IS_UNUSED, [digest])).length > 0;
}

/** The grant that a value of any kind belongs to, ended or not. */
export async function selectGrantOf(
  system: SystemQueries,
  digest: Buffer,
): Promise<{ readonly grant_id: string; readonly tenant_id: string; readonly client_id: string } | undefined> {
  return (await system.rows<{ grant_id: string; tenant_id: string; client_id: string }>(GRANT_OF, [digest]))[0];
}
