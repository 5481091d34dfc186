import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import {
  type Decision,
  learnDecision,
  rememberCategory,
  type RememberedBefore,
  rememberLine,
  supplierKey,
} from "../categorization/index.ts";
import type { EvidenceNamed } from "../emissions/index.ts";
import { type ActivityRecord, toActivityRecord } from "./activity-record.ts";
import { isDecidedByPerson } from "./decided-by-person.ts";
import { settleCoversAfter } from "./covers/settle-covers.ts";
import { pendingOfReading } from "./pending-of-line.ts";
import type { WithPending } from "./pending-restatement-record.ts";
import { settleAdvancesOf } from "./settle-advances.ts";
import { settleCreditsOf } from "./settle-credits.ts";
import { settlePurchase } from "./settle-purchase.ts";
import { type CurrentActivityRow, selectCurrentActivity } from "./store.ts";
import { type LaterSplit, writeLaterSplit } from "./write-later-split.ts";
import { assertStatedSupply, noteStatedAdvance } from "./stated-supply.ts";

/** A later reading that somebody decided. */
export interface Correction extends LaterSplit {
  /** Name of the audit event, e.g. "activity.recategorized". */
  readonly action: string;
  /** Whether later lines are read by it: a person decided, and about what was bought. */
  readonly is_learned: boolean;
  /** Stored files that show it, kept in its audit event; absent: none. */
  readonly evidence?: readonly EvidenceNamed[];
}

export interface CorrectedActivity extends ActivityRecord, WithPending {
  /** The emission entries that were written; they supersede those of the earlier reading. */
  readonly entry_ids: string[];
}

/**
 * Writes a later reading of an activity: a split that supersedes the current one, entries that supersede its entries,
 * the monthly sums, the audit events and (for a category) the tenant's memory, in one transaction. Earlier rows stay.
 * `decide` sees the activity as it is under the lock; null leaves everything as it is.
 * @throws ServiceError resource.not_found, and what `decide` throws
 */
export async function correctActivity(
  ctx: Context,
  id: string,
  decide: (current: CurrentActivityRow) => Correction | null,
): Promise<CorrectedActivity> {
  return await ctx.db.transaction((tx) => correctActivityIn(ctx, tx, id, decide));
}

/** The same within a transaction, for callers who do more in it. */
export async function correctActivityIn(
  ctx: Context,
  tx: TenantTransaction,
  id: string,
  decide: (current: CurrentActivityRow) => Correction | null,
): Promise<CorrectedActivity> {
  await lockAuditChain(tx);
  const current = await selectCurrentActivity(tx, id);
  if (current === undefined) throw notFound("activity");
  const correction = decide(current);
  if (correction === null) return await asItStands(ctx, tx, current);
  return await corrected(ctx, tx, current, correction);
}

/** The activity as it is, when nothing of it was changed. */
export async function asItStands(
  { tenant }: Pick<Context, "tenant">,
  tx: TenantTransaction,
  row: CurrentActivityRow,
): Promise<CorrectedActivity> {
  return { ...toActivityRecord(tenant, row), entry_ids: [], ...(await pendingOfReading(tx, row.split_id)) };
}

/** Writes a correction; the activity as it is then. The transaction holds the audit chain, and `current` was read while it did. */
export async function corrected(
  ctx: Context,
  tx: TenantTransaction,
  current: CurrentActivityRow,
  correction: Correction,
): Promise<CorrectedActivity> {
  const entry_ids = await writeCorrection(ctx, tx, current, correction);
  const after = await selectCurrentActivity(tx, current.id);
  if (after === undefined) throw new Error("a corrected activity has no current split");
  return { ...(await asItStands(ctx, tx, after)), entry_ids: [...entry_ids] };
}

/**
 * The same for one of several lines. The transaction holds the audit chain, and `current` was read while it did. Where
 * another document tells of the same purchase, the one that counts now is settled with it.
 * @returns ids of the entries that were written
 */
export async function writeCorrection(
  ctx: Context,
  tx: TenantTransaction,
  current: CurrentActivityRow,
  correction: Correction,
): Promise<readonly string[]> {
  const { action, decision, evidence = [] } = correction;
  await assertStatedSupply(tx, correction.stated);
  await noteStatedAdvance(tx, current, correction.stated);
  const { row, facts, entry_ids, events } = await writeLaterSplit(ctx, tx, current, correction);
  const change = {
    from_category: current.category_key,
    to_category: row.category_key,
    from_status: current.status,
    to_status: row.status,
    reason: row.reason,
    split_id: row.id,
    ...(correction.stated == null ? {} : { stated_facts: Object.keys(correction.stated) }),
    ...(evidence.length === 0 ? {} : { evidence }),
  };
  const learned = correction.is_learned
    ? await learn(ctx, tx, facts, decision)
    : await learnChoice(ctx, tx, { current, facts, decision });
  await appendAudit(ctx, tx, [
    ...events,
    { action, subject: current.id, payload: learned === null ? change : { ...change, learned } },
  ]);
  const purchased = await settlePurchase(ctx, tx, current);
  const touched = [...purchased, ...(await settleCreditsOf(ctx, tx, { before: current, after: facts }))];
  await settleAdvancesOf(ctx, tx, [current, { ...facts, category_key: row.category_key }]);
  await settleCoversAfter(ctx, tx, [current], touched);
  return entry_ids;
}

/**
 * Categories that were remembered before a decision replaced them, and when they were decided; null: none. Kept in its
 * audit event, for its undoing.
 */
export interface Learned {
  readonly supplier_category_before: string | null;
  readonly supplier_decided_at_before: string | null;
  readonly line_category_before: string | null;
  readonly line_decided_at_before: string | null;
  /** What was remembered of such lines beside their category; absent: nothing. */
  readonly line_attributes_before?: Readonly<Record<string, string>> | null;
  readonly line_factor_before?: string | null;
  /** Nothing was learned of the supplier. */
  readonly is_line_only?: true;
}

/**
 * The next line of the same supplier and words, or else of the same supplier and account, is read as this person read
 * this one, and the words speak for the category. What the person had said of the same line before no longer does.
 */
async function learn(
  ctx: Context,
  tx: TenantTransaction,
  current: CurrentActivityRow,
  { status, category_key }: Decision,
): Promise<Learned | null> {
  const { description, gl_account, supplier_name, supplier_identifier } = current;
  const isCategory = status === "classified";
  const earlier = isDecidedByPerson(current) && current.status === "classified" ? current.category_key : null;
  await learnDecision(tx, { description, gl_account, earlier, later: isCategory ? category_key : null });
  const key = supplierKey(supplier_name, supplier_identifier);
  if (!isCategory || key === null) return null;
  const decided = { supplier_key: key, gl_account, category_key, decided_by: ctx.principal.actor };
  const supplier = await rememberCategory(tx, decided);
  const line = await rememberLine(tx, { ...decided, ...choiceOf(current), description });
  return {
    supplier_category_before: supplier?.category_key ?? null,
    supplier_decided_at_before: supplier?.decided_at ?? null,
    line_category_before: line?.category_key ?? null,
    line_decided_at_before: line?.decided_at ?? null,
    ...choiceBefore(line),
  };
}

/** What a person states of the line that factors differ in, for later lines in the same words; absent members: nothing new. */
function choiceOf({ stated }: Pick<CurrentActivityRow, "stated">) {
  return {
    ...(stated?.attributes === undefined ? {} : { attributes: stated.attributes }),
    ...(stated?.emission_factor === undefined ? {} : { emission_factor_key: stated.emission_factor }),
  };
}

function choiceBefore(line: RememberedBefore | null) {
  return {
    ...(line?.attributes == null ? {} : { line_attributes_before: line.attributes }),
    ...(line?.emission_factor_key == null ? {} : { line_factor_before: line.emission_factor_key }),
  };
}

/** Attributes and factors are remembered without a word about the category, which stays as it was read. */
async function learnChoice(
  ctx: Context,
  tx: TenantTransaction,
  {
    current,
    facts,
    decision,
  }: { readonly current: CurrentActivityRow; readonly facts: CurrentActivityRow; readonly decision: Decision },
): Promise<Learned | null> {
  const { attributes, emission_factor } = facts.stated ?? {};
  const isNew = attributes !== current.stated?.attributes || emission_factor !== current.stated?.emission_factor;
  const supplier_key = supplierKey(facts.supplier_name, facts.supplier_identifier);
  if (!isNew || decision.status !== "classified" || supplier_key === null) return null;
  const { gl_account, description } = facts;
  const { category_key } = decision;
  const decided = { supplier_key, gl_account, description, category_key, decided_by: ctx.principal.actor };
  const line = await rememberLine(tx, { ...decided, ...choiceOf(facts) });
  return {
    supplier_category_before: null,
    supplier_decided_at_before: null,
    line_category_before: line?.category_key ?? null,
    line_decided_at_before: line?.decided_at ?? null,
    ...choiceBefore(line),
    is_line_only: true,
  };
}
