import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit } from "../audit/index.ts";
import { type SupplierPeriodRule, toPeriodRule } from "./period-rule-record.ts";
import { insertPeriodRule, type NewPeriodRule, selectPeriodRule } from "./store-period-rules.ts";

const ACTIONS = { stated: "supplier_period_rule.stated", withdrawn: "supplier_period_rule.withdrawn" } as const;

/** Writes the next version of a rule with its event. The transaction holds the audit chain. */
export async function recordPeriodRule(
  ctx: Context,
  tx: TenantTransaction,
  rule: Omit<NewPeriodRule, "id" | "stated_by">,
): Promise<SupplierPeriodRule> {
  const id = ctx.newId();
  await insertPeriodRule(tx, { ...rule, id, stated_by: ctx.principal.actor });
  const { status, ...payload } = rule;
  await appendAudit(ctx, tx, [{ action: ACTIONS[status], subject: id, payload }]);
  const row = await selectPeriodRule(tx, id);
  if (row === undefined) throw new Error("a rule about a supplier's bills was not recorded");
  return toPeriodRule(row);
}
