import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import {
  learnDecision,
  type RememberedBefore,
  restoreCategory,
  restoreLine,
  supplierKey,
} from "../categorization/index.ts";
import { assertVersion } from "./assert-version.ts";
import { ACTIVITY_EXAMPLE, activityChange, toActivityRecord } from "./activity-record.ts";
import { settleCoversAfter } from "./covers/settle-covers.ts";
import { isDecidedByPerson } from "./decided-by-person.ts";
import { changeToUndo, type LearnedBefore } from "./newest-change.ts";
import { pendingOfReading } from "./pending-of-line.ts";
import { type Stays, stays, toldStays } from "./not-restored.ts";
import { recordedAgain } from "./store-recorded-again.ts";
import { restoreReading } from "./restore-reading.ts";
import { settleAdvancesOf } from "./settle-advances.ts";
import { isAdvanceOfSupply } from "./settled-advance.ts";
import { settleCreditsOf } from "./settle-credits.ts";
import { settlePurchase } from "./settle-purchase.ts";
import { type CurrentActivityRow, selectCurrentActivity, selectReading } from "./store.ts";

const undoneChange = activityChange.extend({
  /** What was taken back, e.g. activity.recategorized. */
  undone: z.string(),
  /** What is not as it was before, and why; empty: all is. */
  not_restored: z.array(z.string()),
  /** The same as codes with a sentence in both languages. */
  not_restored_told: z.array(stays),
});

export const undoActivityChange = defineOperation({
  name: "undo_activity_change",
  title: "Undo the last change of an activity",
  description:
    "Takes back the newest change of an activity that a person or a re-run made: correction, decision, exclusion, " +
    "department. Category, facts, status and the figures with their factors are as they were before; what was learned from it is " +
    "forgotten. Nothing is deleted: the change and its undoing stay in the lineage. not_restored says what stays different and " +
    "why. Called again it puts the change back, without learning from it. What waits for a closed year because of the change waits " +
    "no more; of a change that the year counts, the undoing waits until the year is restated. Refused when nobody changed the " +
    "activity, or another document did.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("Id of the activity, from list_activities"),
    reason: z.string().trim().min(1).max(500).describe("Why, for the auditor"),
    version: z.uuid().describe("Version that the change answered; refused once there is a later one").optional(),
  }),
  output: undoneChange,
  errors: ["request.validation_failed", "resource.not_found", "review_item.changed", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/activities/:id/undo" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$changed_activity_id", reason: "Wrong line" },
    output: {
      ...ACTIVITY_EXAMPLE,
      entry_ids: [],
      undone: "activity.recategorized",
      not_restored: [],
      not_restored_told: [],
    },
  },
  async run(ctx, { id, reason, version }) {
    return await ctx.db.transaction(async (tx) => {
      await lockAuditChain(tx);
      const current = await selectCurrentActivity(tx, id);
      if (current === undefined) throw notFound("activity");
      assertVersion(current, version);
      return await undoChangeIn(ctx, tx, { current, reason });
    });
  },
});

/**
 * Takes back the newest change of an activity in the transaction given, which holds the audit chain; `current` was read
 * while it did.
 * @throws ServiceError request.validation_failed when nobody changed the activity, or another document did;
 * financial_year.closed
 */
export async function undoChangeIn(
  ctx: Context,
  tx: TenantTransaction,
  { current, reason }: { readonly current: CurrentActivityRow; readonly reason: string },
): Promise<z.infer<typeof undoneChange>> {
  const change = await changeToUndo(tx, current);
  const { changed, before } = await readingsOf(tx, change.split_id);
  const { entry_ids, row } = await takeBack(ctx, tx, { current, before, reason });
  const forgotten = await forget(tx, { changed, before, learned: change.learned });
  const purchased = await settlePurchase(ctx, tx, current);
  const touched = [...purchased, ...(await settleCreditsOf(ctx, tx, { before: current, after: before }))];
  await settleAdvancesOf(ctx, tx, [current, before]);
  await settleCoversAfter(ctx, tx, [current], touched);
  const after = await selectCurrentActivity(tx, current.id);
  if (after === undefined) throw new Error("an activity has no current split");
  const other = isAdvanceOfSupply(after) ? "settlement" : "other_document";
  const isBack = current.status === "excluded" && after.status !== "excluded";
  const again = isBack ? await recordedAgain(tx, after) : [];
  const different: readonly Stays[] = [
    ...(forgotten ? [] : [{ code: "later_decision" as const }]),
    ...(after.split_id === row.id ? [] : [{ code: other } as const]),
    ...again.map((activity_id) => ({ code: "recorded_again" as const, activity_id })),
  ];
  const not_restored_told = different.map(toldStays);
  const not_restored = not_restored_told.map(({ text_en }) => text_en);
  const told = { entry_ids: [...entry_ids], ...(await pendingOfReading(tx, after.split_id)) };
  return { ...toActivityRecord(ctx.tenant, after), ...told, undone: change.action, not_restored, not_restored_told };
}

/** The reading that a change wrote, and the one before it. */
async function readingsOf(
  tx: TenantTransaction,
  split_id: string,
): Promise<{ readonly changed: CurrentActivityRow; readonly before: CurrentActivityRow }> {
  const changed = await selectReading(tx, split_id);
  const before =
    changed?.supersedes_split_id == null ? undefined : await selectReading(tx, changed.supersedes_split_id);
  if (changed === undefined || before === undefined) throw new Error("a changed activity has no earlier reading");
  return { changed, before };
}

interface Undoing {
  readonly current: CurrentActivityRow;
  readonly before: CurrentActivityRow;
  readonly reason: string;
}

/** The reading before, with its figures, and what is told of the undoing. */
async function takeBack(ctx: Context, tx: TenantTransaction, { current, before, reason }: Undoing) {
  const { row, entry_ids, events } = await restoreReading(ctx, tx, { current, before });
  const payload = {
    from_category: current.category_key,
    to_category: before.category_key,
    from_status: current.status,
    to_status: before.status,
    reason,
    split_id: row.id,
  };
  await appendAudit(ctx, tx, [...events, { action: "activity.change_undone", subject: current.id, payload }]);
  return { entry_ids, row };
}

interface Forgetting extends Pick<Undoing, "before"> {
  /** The reading that the change wrote. */
  readonly changed: CurrentActivityRow;
  readonly learned: LearnedBefore | null;
}

/**
 * Takes what was learned from the change out of the company's memory.
 * @returns false when a later decision stands there, which stays
 */
async function forget(tx: TenantTransaction, { changed, before, learned }: Forgetting): Promise<boolean> {
  const { description, gl_account, supplier_name, supplier_identifier, split_created_at: decided_at } = changed;
  await learnDecision(tx, {
    description,
    gl_account,
    earlier: decidedCategory(changed),
    later: decidedCategory(before),
  });
  const supplier_key = supplierKey(supplier_name, supplier_identifier);
  if (learned === null || supplier_key === null) return true;
  const undone = { supplier_key, gl_account, decided_at };
  const isCategoryBack =
    learned.is_line_only === true || (await restoreCategory(tx, { ...undone, before: supplierBefore(learned) }));
  const isLineBack = await restoreLine(tx, { ...undone, description, before: lineBefore(learned) });
  return isCategoryBack && isLineBack;
}

function supplierBefore({
  supplier_category_before,
  supplier_decided_at_before,
}: LearnedBefore): RememberedBefore | null {
  if (supplier_category_before === null) return null;
  return { category_key: supplier_category_before, decided_at: supplier_decided_at_before };
}

function lineBefore(learned: LearnedBefore): RememberedBefore | null {
  const { line_category_before: category_key, line_decided_at_before: decided_at } = learned;
  if (category_key === null) return null;
  const attributes = learned.line_attributes_before ?? null;
  return { category_key, decided_at, attributes, emission_factor_key: learned.line_factor_before ?? null };
}

/** The category that a person taught by this reading; null: none. */
function decidedCategory(reading: CurrentActivityRow): string | null {
  return isDecidedByPerson(reading) && reading.status === "classified" ? reading.category_key : null;
}
