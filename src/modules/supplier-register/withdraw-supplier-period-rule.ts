import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { lockAuditChain } from "../audit/index.ts";
import { EXAMPLE_RULE, supplierPeriodRule, toPeriodRule } from "./period-rule-record.ts";
import { selectNewestPeriodRule, selectPeriodRule } from "./store-period-rules.ts";
import { reasonInput } from "./supplier-identity-record.ts";
import { recordPeriodRule } from "./write-period-rule.ts";

export const withdrawSupplierPeriodRule = defineOperation({
  name: "withdraw_supplier_period_rule",
  title: "Withdraw a rule about a supplier's bills",
  description:
    "Takes back which period a supplier's bills are for, as a new version with who and why: lines that are read from now on " +
    "count on the day of their document again where nothing states a period. What is booked stays until it is read again. " +
    "Repeating it changes nothing.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the rule, from list_supplier_period_rules"),
    reason: reasonInput,
  }),
  output: supplierPeriodRule,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/supplier-period-rules/:id/withdraw" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$supplier_period_rule_id", reason: "The bills state their period now" },
    output: { ...EXAMPLE_RULE, version: 2, status: "withdrawn", reason: "The bills state their period now" },
  },
  async run(ctx, { id, reason }) {
    return await ctx.db.transaction(async (tx) => {
      await lockAuditChain(tx);
      const named = await selectPeriodRule(tx, id);
      const newest = named === undefined ? undefined : await selectNewestPeriodRule(tx, named);
      if (newest === undefined) throw notFound("rule");
      if (newest.status === "withdrawn") return toPeriodRule(newest);
      const { supplier_identity_id, category_key, version, bills, unit, first_month } = newest;
      const what = { supplier_identity_id, category_key, bills, unit, first_month };
      return await recordPeriodRule(ctx, tx, { ...what, version: version + 1, status: "withdrawn", reason });
    });
  },
});
