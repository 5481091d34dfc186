import { canonicalHash } from "../../core/content-hash.ts";

/** `prev_hash` of the first event of a chain. */
export const GENESIS_HASH = "0".repeat(64);

/** What an event's hash covers. Decimals in `payload` are text; personal text never stands in it. */
export interface HashedEvent {
  readonly seq: number;
  /** ISO 8601 UTC with milliseconds, from the service's clock. */
  readonly ts: string;
  readonly tenant_id: string;
  /** What happened, e.g. "emission_entry.calculated". */
  readonly action: string;
  /** Who did it, e.g. "api_key:<id>". */
  readonly actor: string;
  /** Id of the record concerned. */
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly prev_hash: string;
}

/** Hash of one event: SHA-256, lower-case hex, over the RFC 8785 canonical JSON of exactly these eight members. */
export function eventHash(event: HashedEvent): string {
  const { seq, ts, tenant_id, action, actor, subject, payload, prev_hash } = event;
  return canonicalHash({ seq, ts, tenant_id, action, actor, subject, payload, prev_hash });
}
