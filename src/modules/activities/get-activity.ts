import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import type { NewestEvent } from "../audit/index.ts";
import {
  activityReading,
  evidenceNamed,
  fieldOrigins,
  inferredFromRecord,
  isClosing,
  LINEAGE_EXAMPLE,
  readingsOf,
  selectCurrentEntries,
} from "../emissions/index.ts";
import { ACTIVITY_EXAMPLE, activityRecord, toActivityRecord } from "./activity-record.ts";
import { undoableChange } from "./newest-change.ts";
import { pendingOfReading } from "./pending-of-line.ts";
import { pendingRestatement } from "./pending-restatement-record.ts";
import { periodWords } from "./period-origin.ts";
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
  /** What those that are inferred follow from, in words of the line where it has some; attributes as `attributes.fuel`. */
  inferred_from: inferredFromRecord,
  /** Newest first, the current one first of all; at most 100. */
  readings: z.array(reading),
  /**
   * Entries of the current reading that nothing supersedes, for get_emission_lineage: its own first, then upstream ones. Of what was
   * counted and is left out or waits, those of 0 kg; empty: it never counted.
   */
  current_entry_ids: z.array(z.uuid()),
  /** The newest change, where undo_activity_change takes it back; null: there is none, or a document made it. */
  undoable: z.union([
    z.object({
      /** As in the audit log, e.g. activity.corrected. */
      action: z.string(),
      actor: z.string(),
      actor_name: z.union([z.string(), z.null()]),
      at: z.iso.datetime(),
    }),
    z.null(),
  ]),
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
    "rule, assumed by default or stated by a person. undoable is the change that undo_activity_change would take back.",
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
      inferred_from: LINEAGE_EXAMPLE.inferred_from,
      readings: [{ ...LINEAGE_EXAMPLE.activity_split, evidence: [] }],
      current_entry_ids: [],
      undoable: null,
    },
  },
  async run(ctx, { id }) {
    const row = await selectCurrentActivity(ctx.db, id);
    if (row === undefined) throw notFound("activity");
    const record = toActivityRecord(ctx.tenant, row);
    const entries = await selectCurrentEntries(ctx.db, [row.split_id]);
    const counted = entries.find((entry) => entry.companion_of_entry_id === null && !isClosing(entry)) ?? null;
    const days = { service_period: record.period_origin, period_words: periodWords(row) };
    const { readings, ...told } = await readingsOf(ctx, id, { ...days, counted });
    const pending = await pendingOfReading(ctx.db, row.split_id);
    const change = await undoableChange(ctx.db, row);
    return {
      ...record,
      ...told,
      readings: [...readings],
      current_entry_ids: ownFirst(entries).map((entry) => entry.id),
      undoable: change === null ? null : madeBy(change),
      ...pending,
    };
  },
});

function madeBy({
  action,
  actor,
  actor_name,
  created_at: at,
}: NewestEvent): z.infer<typeof activityDetail>["undoable"] {
  return { action, actor, actor_name, at };
}

function ownFirst<Entry extends { readonly companion_of_entry_id: string | null }>(entries: readonly Entry[]): Entry[] {
  const isUpstream = ({ companion_of_entry_id }: Entry): boolean => companion_of_entry_id !== null;
  return [...entries.filter((entry) => !isUpstream(entry)), ...entries.filter(isUpstream)];
}
