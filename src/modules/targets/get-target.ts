import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { selectTarget } from "./store.ts";
import { EXAMPLE_TARGET, targetDetails } from "./target.ts";
import { targetFacts } from "./target-facts.ts";
import { targetDetailsView } from "./target-view.ts";

export const getTarget = defineOperation({
  name: "get_target",
  title: "Get a reduction target",
  description:
    "One reduction target with verdict, as in list_targets, and with its framework, what may be emitted in the target year, " +
    "and how many months of the base year had entries (baseline_months; null: the base was stated, not computed). A " +
    "withdrawn target has status withdrawn, and says when, by whom and why.",
  layer: null,
  scope: "targets:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the target, from list_targets") }),
  output: targetDetails,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/targets/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$target_id" }, output: EXAMPLE_TARGET },
  async run(ctx, { id }) {
    const row = await selectTarget(ctx.db, id);
    if (row === undefined) throw notFound("target");
    return targetDetailsView(row, await targetFacts(ctx.db, [row], ctx.clock.now()));
  },
});
