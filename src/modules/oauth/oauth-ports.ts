import type { Clock, Environment, NewId, SystemDb, TenantDb } from "../../core/context.ts";
import type { Sealer } from "../../core/sealer.ts";
import type { RateStore } from "../../core/rate-limits.ts";
import type { ResourceAddresses } from "./resource.ts";

/** A document as it came over the network; the fetch itself allows only public addresses, within size and time. */
export interface FetchedDocument {
  readonly status: number;
  readonly content_type: string;
  readonly cache_control: string | undefined;
  readonly body: string;
}

/** Everything the authorization server may reach: it works before a tenant is known, so it has no Context. */
export interface OAuthPorts {
  readonly system: SystemDb;
  readonly tenantDb: (tenant_id: string, environment: Environment) => TenantDb;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly randomBytes: (length: number) => Buffer;
  readonly rates: RateStore;
  readonly addresses: ResourceAddresses;
  /** The sealer whose key needs the presented token: what it sealed cannot be read from a stolen database. */
  readonly sealerFor: (token: string) => Sealer;
  /** Fetches a client's metadata document. @throws Error when it cannot be had; the message is shown to nobody. */
  readonly fetchDocument: (url: string) => Promise<FetchedDocument>;
  /** Does something `delay_ms` after now, outside of any request; not at all when the service ends before. */
  readonly after: (delay_ms: number, work: () => Promise<void>) => void;
  /** Words in the names, and hosts or their labels, of programs that are known to refresh twice at once; lower case. */
  readonly racing_clients: readonly string[];
}
