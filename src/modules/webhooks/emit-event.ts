import type { Clock, Environment, NewId, TenantTransaction } from "../../core/context.ts";
import type { EventData, EventName } from "../../core/events.ts";
import { lockAuditChain } from "../audit/index.ts";
import { eventBodyParts } from "./event-body.ts";
import { insertEvent } from "./store-events.ts";
import { ACTIVE_WEBHOOKS_MAX } from "./webhook.ts";

export interface EventSource {
  readonly environment: Environment;
  readonly newId: NewId;
  /** Null: deliveries are due by the database's clock. */
  readonly clock: Clock | null;
}

/**
 * Writes an event and its deliveries, one per active subscription that wants it, in the transaction that causes it:
 * both exist when that commits, neither when it does not.
 */
export async function emitEvent(
  tx: TenantTransaction,
  { environment, newId, clock }: EventSource,
  event: EventName,
  data: EventData,
): Promise<void> {
  // Whatever numbers something of a company takes this lock first, so that two transactions cannot wait for each other.
  await lockAuditChain(tx);
  const id = newId();
  await insertEvent(tx, {
    id,
    event,
    data: JSON.stringify(data),
    body: eventBodyParts({ id, event, environment, data }),
    due_at: clock?.now().toISOString() ?? null,
    delivery_ids: Array.from({ length: ACTIVE_WEBHOOKS_MAX }, newId),
  });
}
