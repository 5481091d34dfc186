import type { Context, Principal, TenantIdentity, TenantTransaction } from "../../core/context.ts";
import { canonicalJson } from "../../core/content-hash.ts";
import { GENESIS_HASH, hashOf } from "./audit-chain.ts";
import { type ChainHead, insertEvents, lockHead, type NextEvent } from "./store.ts";

/** What the log writes of a caller; every Context is one. */
export interface AuditContext extends Pick<Context, "clock"> {
  readonly principal: Pick<Principal, "actor" | "consultant">;
  readonly tenant: Pick<TenantIdentity, "id">;
}

export interface AuditEntry {
  /** What happened, e.g. "department.created". */
  readonly action: string;
  /** Id of the record concerned. */
  readonly subject: string;
  /** JSON values; decimals as text, ids and hashes, no personal text (it is erased only with the company). */
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface AppendedEvent {
  readonly seq: number;
  readonly hash: string;
}

/**
 * Appends events to the chain of the tenant and environment, in the order given and in the transaction of the change.
 * The chain stays locked until the transaction ends, so that seq has no gaps. `locked` is what lockAuditChain returned,
 * or the last event that this transaction has appended since: it saves locking again. An outdated one makes the insert fail.
 */
export async function appendAudit(
  ctx: AuditContext,
  tx: Pick<TenantTransaction, "rows">,
  entries: readonly AuditEntry[],
  locked?: ChainHead,
): Promise<AppendedEvent[]> {
  if (entries.length === 0) return [];
  const { appended, written } = sendEvents(ctx, tx, entries, locked ?? (await lockHead(tx, GENESIS_HASH)));
  await written;
  return appended;
}

/** Events on their way into the chain. */
export interface SentEvents {
  /** The last one is the chain's head behind them. */
  readonly appended: AppendedEvent[];
  /** Rejects as appendAudit does. */
  readonly written: Promise<void>;
}

/** appendAudit in a locked chain, with the hash that the next ones continue before the database has answered. */
export function sendEvents(
  ctx: AuditContext,
  tx: Pick<TenantTransaction, "rows">,
  entries: readonly AuditEntry[],
  head: ChainHead,
): SentEvents {
  const ts = ctx.clock.now().toISOString();
  const { actor } = ctx.principal;
  const events: NextEvent[] = [];
  const appended: AppendedEvent[] = [];
  let { seq, hash } = head;
  for (const entry of entries) {
    seq += 1;
    const { action, subject } = entry;
    const payload = canonicalJson(payloadOf(ctx, entry));
    hash = hashOf({ seq, ts, tenant_id: ctx.tenant.id, action, actor, subject, prev_hash: hash }, payload);
    events.push({ action, subject, payload, hash });
    appended.push({ seq, hash });
  }
  return { appended, written: insertEvents(tx, { ts, actor, head }, events) };
}

/**
 * Locks the chain without appending yet. A transaction that writes other shared rows (rollups) takes this lock first:
 * every writer then locks in one order and none can wait for another in a circle. Statements sent after this call run
 * under the lock even when its answer has not been waited for.
 */
export async function lockAuditChain(tx: TenantTransaction): Promise<ChainHead> {
  return await lockHead(tx, GENESIS_HASH);
}

/** What a consultant does names the grant that allowed it; the actor names the consultant. */
function payloadOf({ principal }: AuditContext, { payload }: AuditEntry): AuditEntry["payload"] {
  const grant_id = principal.consultant?.grant_id ?? null;
  return grant_id === null ? payload : { ...payload, grant_id };
}
