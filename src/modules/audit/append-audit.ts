import type { Context, Principal, TenantIdentity, TenantTransaction } from "../../core/context.ts";
import { eventHash, GENESIS_HASH, type HashedEvent } from "./audit-chain.ts";
import { type ChainHead, insertEvents, lockHead } from "./store.ts";

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
  const head = locked ?? (await lockHead(tx, GENESIS_HASH));
  const common = { ts: ctx.clock.now().toISOString(), actor: ctx.principal.actor };
  const events: (HashedEvent & { readonly hash: string })[] = [];
  let { seq, hash } = head;
  for (const entry of entries) {
    seq += 1;
    const event = { ...common, ...asStored(ctx, entry), seq, tenant_id: ctx.tenant.id, prev_hash: hash };
    hash = eventHash(event);
    events.push({ ...event, hash });
  }
  await insertEvents(tx, common, events);
  return events.map((event) => ({ seq: event.seq, hash: event.hash }));
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
function asStored({ principal }: AuditContext, { action, subject, payload }: AuditEntry): AuditEntry {
  const grant_id = principal.consultant?.grant_id ?? null;
  return { action, subject, payload: grant_id === null ? payload : { ...payload, grant_id } };
}
