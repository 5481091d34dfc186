import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { assertTakesActivities } from "../departments/index.ts";
import { copiedEntries } from "../emissions/index.ts";
import { assertVersion, readVersion } from "./assert-version.ts";
import { noteRowsOfRecord } from "./covers/settle-covers.ts";
import { ACTIVITY_EXAMPLE, activityChange, toActivityRecord } from "./activity-record.ts";
import { closedYearChange, countLater } from "./count-later.ts";
import { sameReading } from "./new-split.ts";
import { recordSplits } from "./record-splits.ts";
import { pendingOfReading } from "./pending-of-line.ts";
import { settleCreditsOf } from "./settle-credits.ts";
import { type CurrentActivityRow, selectCurrentActivity } from "./store.ts";
import { wholeReading } from "./whole-reading.ts";

export const assignActivityDepartment = defineOperation({
  name: "assign_activity_department",
  title: "Assign an activity to a department",
  description:
    "Gives an activity and its emissions to a department, or with null to none. The figures stay as they are; the totals of " +
    "both departments follow at once, those of a closed year when it is restated, and the earlier assignment stays in the ledger. A closed department takes none. Documents that state a department's " +
    "code (accounting reference of an e-invoice, cost centre column of an export) need no assignment.",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the activity, from list_activities"),
    department_id: z.union([z.uuid(), z.null()]).describe("Id from list_departments; null: no department"),
    version: readVersion,
  }),
  output: activityChange,
  errors: ["request.validation_failed", "resource.not_found", "review_item.changed", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/activities/:id/department" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$activity_id", department_id: "$department_id" },
    output: {
      ...ACTIVITY_EXAMPLE,
      department_id: "0198c0de-0000-7000-8000-000000000002",
      entry_ids: ["0198c0de-0000-7000-8000-000000000001"],
    },
  },
  async run(ctx, { id, department_id, version }) {
    return await ctx.db.transaction(async (tx) => {
      await lockAuditChain(tx);
      const current = await selectCurrentActivity(tx, id);
      if (current === undefined) throw notFound("activity");
      if (current.department_id === department_id) return { ...toActivityRecord(ctx.tenant, current), entry_ids: [] };
      assertVersion(current, version);
      await assertTakesActivities(tx, department_id);
      const entry_ids = await move(ctx, tx, current, department_id);
      await settleCreditsOf(ctx, tx, { before: current, after: current });
      await noteRowsOfRecord(tx, id);
      const after = await selectCurrentActivity(tx, id);
      if (after === undefined) throw new Error("an assigned activity has no current split");
      return { ...toActivityRecord(ctx.tenant, after), entry_ids, ...(await pendingOfReading(tx, after.split_id)) };
    });
  },
});

async function move(
  ctx: Context,
  tx: TenantTransaction,
  current: CurrentActivityRow,
  department_id: string | null,
): Promise<string[]> {
  const identity = {
    id: ctx.newId(),
    activity_id: current.id,
    supersedes_split_id: current.split_id,
    created_by: ctx.principal.actor,
  };
  const row = sameReading(identity, current, department_id);
  const change = await closedYearChange(tx, current);
  const splitEvents = await recordSplits(ctx, tx, [{ row, line: current }]);
  const { transaction_date } = current;
  const fresh = copiedEntries(ctx, await wholeReading(ctx, tx, current), { activity_split_id: row.id, department_id });
  const { entry_ids, events } = await countLater(ctx, tx, { current, row, transaction_date, fresh, change });
  const payload = { from_department_id: current.department_id, to_department_id: department_id, split_id: row.id };
  await appendAudit(ctx, tx, [
    ...splitEvents,
    ...events,
    { action: "activity.department_assigned", subject: current.id, payload },
  ]);
  return [...entry_ids];
}
