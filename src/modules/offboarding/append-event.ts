import type { Clock, SystemTransaction } from "../../core/context.ts";
import { appendAudit, type AuditEntry } from "../audit/index.ts";
import type { Ledger } from "./store-tables.ts";

/** Appends events of the operator to a chain, in a transaction of the tables' owner. */
export async function appendEvents(
  { clock, tx }: { readonly clock: Clock; readonly tx: SystemTransaction },
  { tenant_id, environment }: Ledger,
  entries: readonly AuditEntry[],
): Promise<void> {
  const ctx = { clock, principal: { actor: "operator" }, tenant: { id: tenant_id } };
  const bound: Parameters<typeof appendAudit>[1] = {
    rows: (statement, parameters = []) => tx.rows(statement, [tenant_id, environment, ...parameters]),
  };
  await appendAudit(ctx, bound, entries);
}
