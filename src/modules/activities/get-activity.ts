import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { activityReading, evidenceNamed, fieldOrigins, LINEAGE_EXAMPLE, readingsOf } from "../emissions/index.ts";
import { ACTIVITY_EXAMPLE, activityRecord, toActivityRecord } from "./activity-record.ts";
import { pendingOfReading } from "./pending-of-line.ts";
import { pendingRestatement } from "./pending-restatement-record.ts";
import { selectCurrentActivity } from "./store.ts";

/** What the lineage says of a split, and its evidence. */
const reading = activityReading.extend({
  /** Stored files that the person named who recorded, corrected or decided it so. */
  evidence: z.array(evidenceNamed),
});
SCHEMA_NAMES.add(reading, { name: "ActivityReading" });

const activityDetail = activityRecord.extend({
  /** Where each fact comes from, as the activity counts now. */
  origins: fieldOrigins,
  /** Newest first, the current one first of all; at most 100. */
  readings: z.array(reading),
  /** What waits for a closed year to be restated; absent: nothing does. */
  pending_restatements: z.array(pendingRestatement).optional(),
});
SCHEMA_NAMES.add(activityDetail, { name: "Activity" });

export const getActivity = defineOperation({
  name: "get_activity",
  title: "Get an activity",
  description:
    "One invoice line or transaction with everything that its document states about it, its department, and how it is read " +
    "now: by whom (rule, model or person), why, and for a line that waits for review the review_code that says what it " +
    "waits for. stated names the facts that a person states in place of the document; readings has every reading since the " +
    "first, newest first, with who made it, when, why and by which evidence; origins says of each fact whether it was read, inferred, given by a " +
    "rule, assumed by default or stated by a person.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the activity, from list_activities") }),
  output: activityDetail,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/activities/:id" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$activity_id" },
    output: {
      ...ACTIVITY_EXAMPLE,
      origins: LINEAGE_EXAMPLE.origins,
      readings: [{ ...LINEAGE_EXAMPLE.activity_split, evidence: [] }],
    },
  },
  async run(ctx, { id }) {
    const row = await selectCurrentActivity(ctx.db, id);
    if (row === undefined) throw notFound("activity");
    const record = toActivityRecord(ctx.tenant, row);
    const { readings, origins } = await readingsOf(ctx, id, record.period_origin);
    const pending = await pendingOfReading(ctx.db, row.split_id);
    return { ...record, origins, readings: [...readings], ...pending };
  },
});
