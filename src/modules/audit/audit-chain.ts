import { canonicalJson, sha256Hex } from "../../core/content-hash.ts";

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
  return hashOf(event, canonicalJson(event.payload));
}

/** `eventHash` for who has the canonical JSON of the payload. */
export function hashOf(event: Omit<HashedEvent, "payload">, payload: string): string {
  const { seq, ts, tenant_id, action, actor, subject, prev_hash } = event;
  // The names in their order (RFC 8785 3.2.3).
  return sha256Hex(
    `{"action":${JSON.stringify(action)},"actor":${JSON.stringify(actor)},"payload":${payload},"prev_hash":${JSON.stringify(prev_hash)},` +
      `"seq":${seq},"subject":${JSON.stringify(subject)},"tenant_id":${JSON.stringify(tenant_id)},"ts":${JSON.stringify(ts)}}`,
  );
}
