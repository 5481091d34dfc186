import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { VERSIONS_MAX } from "./store-versions.ts";
import { targetDetails } from "./target.ts";
import { EXAMPLE_VERSIONS, targetWithVersions } from "./target-versions.ts";

export const getTarget = defineOperation({
  name: "get_target",
  title: "Get a reduction target",
  description:
    "One reduction target with verdict, as in list_targets, and with its framework, what may be emitted in the target year, " +
    "and how many months of the base year had entries (baseline_months; null: the base was stated, not computed). A " +
    `withdrawn target has status withdrawn, and says when, by whom and why. Its last ${VERSIONS_MAX} versions, newest first, tell ` +
    "what it said before it was edited, who edited it, when and why.",
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
  example: { input: { id: "$target_id" }, output: EXAMPLE_VERSIONS },
  async run(ctx, { id }) {
    return await targetWithVersions(ctx.db, id, ctx.clock.now());
  },
});
