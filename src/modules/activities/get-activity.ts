import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { ACTIVITY_EXAMPLE, activityRecord, toActivityRecord } from "./activity-record.ts";
import { selectCurrentActivity } from "./store.ts";

export const getActivity = defineOperation({
  name: "get_activity",
  title: "Get an activity",
  description:
    "One invoice line or transaction with everything that its document states about it, its department, and how it is read " +
    "now: by whom (rule, model or person), why, and for a line that waits for review the review_code that says what it " +
    "waits for.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the activity, from list_activities") }),
  output: activityRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/activities/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$activity_id" }, output: ACTIVITY_EXAMPLE },
  async run(ctx, { id }) {
    const row = await selectCurrentActivity(ctx.db, id);
    if (row === undefined) throw notFound("activity");
    return toActivityRecord(ctx.tenant, row);
  },
});
