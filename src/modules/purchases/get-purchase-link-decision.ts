import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { LINK_DECISION_EXAMPLE, linkDecision, toLinkDecision } from "./link-decision-record.ts";
import { selectLinkDecision } from "./store-link-decisions.ts";

export const getPurchaseLinkDecision = defineOperation({
  name: "get_purchase_link_decision",
  title: "Get a decision about a payment and what it settles",
  description: "One decision, as list_purchase_link_decisions shows it, also one that was taken back (undone_by_id).",
  layer: null,
  scope: "suppliers:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the decision, from list_purchase_link_decisions") }),
  output: linkDecision,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/purchase-link-decisions/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$purchase_link_decision_id" }, output: LINK_DECISION_EXAMPLE },
  async run(ctx, { id }) {
    const row = await selectLinkDecision(ctx.db, id);
    if (row === undefined) throw notFound("purchase link decision");
    return toLinkDecision(row);
  },
});
