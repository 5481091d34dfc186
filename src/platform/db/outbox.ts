import type { NewId, TenantTransaction } from "../../core/context.ts";
import type { EventData, EventName } from "../../core/events.ts";
import { statement } from "../../core/statement.ts";

const insertEvent = statement(
  "insert into outbox_events (tenant_id, environment, id, event, data) values ($1, $2, $3, $4, $5)",
);

/** Writes an event into the outbox of the transaction that causes it; delivery reads it once that has committed. */
export async function emitEvent(tx: TenantTransaction, newId: NewId, event: EventName, data: EventData): Promise<void> {
  await tx.rows(insertEvent, [newId(), event, JSON.stringify(data)]);
}
