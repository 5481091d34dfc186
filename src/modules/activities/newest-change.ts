import { z } from "zod";
import type { TenantQueries } from "../../core/context.ts";
import { validationError, type ValidationIssue } from "../../core/errors.ts";
import { type NewestEvent, selectNewestEvents } from "../audit/index.ts";
import { RECORD } from "./ledger-batch.ts";
import { PERSONS_CHANGES } from "./persons-changes.ts";
import type { CurrentActivityRow } from "./store.ts";

/** The newest change of an activity, as it is taken back. */
export interface Change {
  readonly action: string;
  /** The reading that it wrote. */
  readonly split_id: string;
  /** Null: nothing was learned. */
  readonly learned: LearnedBefore | null;
}

/**
 * The change of an activity that is taken back.
 * @throws ServiceError request.validation_failed when nobody changed the activity, or another document did
 */
export async function changeToUndo(db: TenantQueries, current: CurrentActivityRow): Promise<Change> {
  const found = await newestChange(db, current);
  if (found.kind === "none") throw validationError([found.issue]);
  const { split_id, learned } = changeSchema.parse(found.event.payload);
  return { action: found.event.action, split_id: found.is_current ? current.split_id : split_id, learned };
}

/** Who made the change that undo_activity_change would take back, and when; null: it takes none back. */
export async function undoableChange(db: TenantQueries, current: CurrentActivityRow): Promise<NewestEvent | null> {
  const found = await newestChange(db, current);
  return found.kind === "none" ? null : found.event;
}

type Newest =
  | { readonly kind: "none"; readonly issue: ValidationIssue }
  /** is_current: the reading that it wrote is the one that counts; else something has followed from documents. */
  | { readonly kind: "change"; readonly event: NewestEvent; readonly is_current: boolean };

async function newestChange(db: TenantQueries, current: CurrentActivityRow): Promise<Newest> {
  const [newest] = await selectNewestEvents(db, [current.id], { except: [] });
  const follows = newest !== undefined && FOLLOWING.has(newest.action);
  const [event] = follows ? await selectNewestEvents(db, [current.id], { except: [...FOLLOWING] }) : [newest];
  const isRecorded = current.document_type === RECORD;
  // A later reading of a record that nobody changed is that of its booking in a closed year.
  const isFirst = current.supersedes_split_id === null || (isRecorded && event?.action === "activity.stated");
  if (isFirst || event === undefined) {
    const message = isRecorded
      ? "this activity is as it was recorded: leave it out with exclude_activity"
      : "this activity is as it was first read";
    return { kind: "none", issue: { path: "id", code: "nothing_to_undo", message } };
  }
  if (!PERSONS_CHANGES.has(event.action)) {
    const message =
      CHANGED_BY[newest?.action ?? ""] ??
      "another document of the same purchase changed this activity last: decide about that document";
    return { kind: "none", issue: { path: "id", code: "changed_by_document", message } };
  }
  return { kind: "change", event, is_current: newest === event };
}

/**
 * What decides nothing: restating books what was decided before, a settlement reads an advance by the bill that settles it, an invoice its
 * credit note. What is taken back is the decision of a person before it; what follows from other documents follows again.
 */
const FOLLOWING: ReadonlySet<string> = new Set(["activity.restated", "activity.advance_settled", "activity.credited"]);

/** Why nothing is taken back of an activity that no person changed, and what to do instead. */
const CHANGED_BY: Readonly<Record<string, string>> = {
  "activity.advance_settled":
    "the bill that settles it changed this advance last: correct or leave out that bill, or correct this advance's period or supply",
  "activity.credited":
    "the invoice that it takes back changed this activity last: decide about that invoice, or correct this activity",
};

export type LearnedBefore = NonNullable<z.output<typeof learnedSchema>>;

const learnedSchema = z.union([
  z.object({
    supplier_category_before: z.union([z.string(), z.null()]),
    // Events of an earlier release have no moments.
    supplier_decided_at_before: z.union([z.string(), z.null()]).default(null),
    line_category_before: z.union([z.string(), z.null()]),
    line_decided_at_before: z.union([z.string(), z.null()]).default(null),
    line_attributes_before: z.union([z.record(z.string(), z.string()), z.null()]).default(null),
    line_factor_before: z.union([z.string(), z.null()]).default(null),
    is_line_only: z.literal(true).optional(),
  }),
  z.null(),
]);

const changeSchema = z.object({ split_id: z.string(), learned: learnedSchema.default(null) });
