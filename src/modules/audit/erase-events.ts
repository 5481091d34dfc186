import { createHash, type Hash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../../core/content-hash.ts";
import type { Clock, Environment, SystemTransaction } from "../../core/context.ts";
import { eventHash, GENESIS_HASH } from "./audit-chain.ts";
import type { ChainHead, StoredEvent } from "./store.ts";
import { appendErasure, emptyEvents, ERASURE_ACTION, eventsBeyond, lockForErasure } from "./store-erasure.ts";

/** Events that are read at once. */
const PAGE = 1000;

const erasurePayload = z.object({
  through_seq: z.int().min(0),
  through_hash: z.string(),
  remains_sha256: z.string(),
});

/** What the event of an erasure commits to: which events were emptied, and everything that was left of them. */
export type ErasureCommitment = z.output<typeof erasurePayload>;

export interface ErasureRequest {
  readonly clock: Clock;
  /** Who erases, e.g. "operator". */
  readonly actor: string;
  /** What else the record says: counts and reasons, nothing personal. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/**
 * Empties every event of a company's chain and appends the one that records it, in the transaction that removes the rows the
 * events tell of. What is left of an event is its number, moment and action, the hash of all that it said, and the hash before it: the
 * chain still links, and the record commits to all of it, so that nothing more can be taken away or put back unnoticed.
 * Nothing is done where there is no chain. Runs as the tables' owner.
 */
export async function eraseEvents(
  tx: SystemTransaction,
  chain: { readonly tenant_id: string; readonly environment: Environment },
  { clock, actor, facts }: ErasureRequest,
): Promise<ChainHead | null> {
  const head = await lockForErasure(tx, chain);
  if (head === undefined) return null;
  await emptyEvents(tx, chain, head.seq);
  const remains = remainsHash();
  for (let after = 0; ;) {
    const page = await eventsBeyond(tx, chain, after, PAGE);
    for (const event of page) addRemains(remains, event);
    after = page.at(-1)?.seq ?? after;
    if (page.length < PAGE) break;
  }
  const commitment: ErasureCommitment = {
    through_seq: head.seq,
    through_hash: head.hash,
    remains_sha256: remains.digest("hex"),
  };
  const event = {
    tenant_id: chain.tenant_id,
    seq: head.seq + 1,
    ts: clock.now().toISOString(),
    action: ERASURE_ACTION,
    actor,
    subject: chain.tenant_id,
    payload: { ...facts, ...commitment },
    prev_hash: head.seq === 0 ? GENESIS_HASH : head.hash,
  };
  const hash = eventHash(event);
  await appendErasure(tx, chain.environment, { ...event, hash });
  return { seq: event.seq, hash };
}

/** Begins the hash over what is left of erased events. */
export function remainsHash(): Hash {
  return createHash("sha256");
}

/** Adds an event as it stands, with its recorded hash: a line of canonical JSON. */
export function addRemains(remains: Hash, event: Omit<StoredEvent, "created_at">): void {
  const { seq, ts, tenant_id, action, actor, subject, payload, prev_hash, hash } = event;
  remains.update(`${canonicalJson({ seq, ts, tenant_id, action, actor, subject, payload, prev_hash, hash })}\n`);
}

/** What an erasure's event commits to; null: it says nothing that could be proven. */
export function commitmentOf({ payload }: Pick<StoredEvent, "payload">): ErasureCommitment | null {
  return erasurePayload.safeParse(payload).data ?? null;
}
