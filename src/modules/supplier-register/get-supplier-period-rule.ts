import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { EXAMPLE_RULE, supplierPeriodRule, toPeriodRule } from "./period-rule-record.ts";
import { selectPeriodRule } from "./store-period-rules.ts";

export const getSupplierPeriodRule = defineOperation({
  name: "get_supplier_period_rule",
  title: "Get which period a supplier bills",
  description: "One version of a rule, as list_supplier_period_rules shows it, also one that a later version replaced.",
  layer: null,
  scope: "suppliers:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the version, from list_supplier_period_rules") }),
  output: supplierPeriodRule,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/supplier-period-rules/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$supplier_period_rule_id" }, output: EXAMPLE_RULE },
  async run(ctx, { id }) {
    const row = await selectPeriodRule(ctx.db, id);
    if (row === undefined) throw notFound("rule");
    return toPeriodRule(row);
  },
});
