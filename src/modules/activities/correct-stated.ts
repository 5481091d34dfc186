import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { roundedNumber } from "../../core/quantity.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { lockAuditChain } from "../audit/index.ts";
import type { EvidenceNamed } from "../emissions/index.ts";
import { activityChange, toActivityRecord } from "./activity-record.ts";
import { assertVersion } from "./assert-version.ts";
import { type AffectedActivity, correctedRow, correctionEffect } from "./correction-effect.ts";
import { factsContext, type FactsInput } from "./facts-input.ts";
import { statedFacts } from "./facts-of-input.ts";
import { pendingOfCorrection } from "./pending-of-correction.ts";
import { pendingRestatement } from "./pending-restatement-record.ts";
import { assertCategory } from "./person-decisions.ts";
import type { ReadingTables } from "./read-again.ts";
import { readingTables } from "./reading-tables.ts";
import { statedCorrection } from "./stated-correction.ts";
import { type CurrentActivityRow, selectCurrentActivity } from "./store.ts";
import { asItStands, corrected, type Correction } from "./write-correction.ts";
import { assertStatedSupply } from "./stated-supply.ts";
import { changeOf, toYear, yearEffect } from "./year-effect-record.ts";

const affectedActivity = z.object({
  id: z.uuid(),
  cause: z.enum(["credit_note", "settlement"]),
  /** kg CO2e market-based with upstream entries. */
  before_kg: z.number(),
  after_kg: z.number(),
  /** What waits of it for a closed year; absent: nothing does. */
  pending_restatements: z.array(pendingRestatement).optional(),
});
SCHEMA_NAMES.add(affectedActivity, { name: "AffectedActivity" });

export const activityCorrection = activityChange.extend({
  dry_run: z.boolean(),
  change_kg: z.number(),
  years: z.array(yearEffect),
  /** Advances that it settles otherwise, and credit notes of its invoice: what they count before and after. */
  affected: z.array(affectedActivity),
});

/** What a person states of an activity. */
export interface StatedChange {
  readonly id: string;
  readonly facts?: FactsInput | undefined;
  /** Of the lowest level; absent: the category stays. */
  readonly category_id?: string | undefined;
  readonly reason: string;
  /** The reading that the person has seen; absent: as it is now. */
  readonly version?: string | undefined;
  /** Absent: it is written. */
  readonly dry_run?: boolean | undefined;
  readonly evidence: readonly EvidenceNamed[];
}

/**
 * Corrects an activity as a person states it, and tells what that moves. With `dry_run` nothing is written.
 * @throws ServiceError resource.not_found; review_item.changed; request.validation_failed when nothing is stated, or what is stated cannot be
 */
export async function correctStated(ctx: Context, asked: StatedChange): Promise<z.infer<typeof activityCorrection>> {
  const { id, facts = {}, category_id = null, reason, version, dry_run, evidence } = asked;
  const tables = await readingTables(ctx, ctx.db);
  if (category_id !== null) assertCategory(tables.catalog, category_id);
  return await tellCorrection(ctx, { id, dry_run, evidence }, (current) => {
    assertVersion(current, version);
    return correctionOf(current, { facts, category_id, reason, now: ctx.clock.now() }, tables);
  });
}

/**
 * Writes what `decide` makes of an activity and tells what that moves; with `dry_run` it only tells. Null leaves everything as it is.
 * @throws ServiceError resource.not_found, and what `decide` throws
 */
export async function tellCorrection(
  ctx: Context,
  { id, dry_run = false, evidence }: Pick<StatedChange, "id" | "dry_run" | "evidence">,
  decide: (current: CurrentActivityRow) => Correction | null,
): Promise<z.infer<typeof activityCorrection>> {
  return await ctx.db.transaction(async (tx) => {
    // A dry run holds no lock: what it tells is a state that was there.
    if (!dry_run) await lockAuditChain(tx);
    const current = await selectCurrentActivity(tx, id);
    if (current === undefined) throw notFound("activity");
    const correction = decide(current);
    if (correction === null) {
      return { ...(await asItStands(ctx, tx, current)), dry_run, change_kg: 0, years: [], affected: [] };
    }
    // Writing it asks this itself.
    if (dry_run) await assertStatedSupply(tx, correction.stated);
    const { years, affected } = await correctionEffect(ctx, tx, current, correction);
    const told = { dry_run, change_kg: changeOf(years), years: years.map(toYear), affected: affected.map(toAffected) };
    if (dry_run) {
      const pending = await pendingOfCorrection(ctx, tx, current, correction);
      const record = toActivityRecord(ctx.tenant, correctedRow(current, correction));
      return { ...record, entry_ids: [], ...told, ...pending };
    }
    return { ...(await corrected(ctx, tx, current, { ...correction, evidence })), ...told };
  });
}

interface Asked {
  readonly facts: FactsInput;
  readonly category_id: string | null;
  readonly reason: string;
  readonly now: Date;
}

/** @throws ServiceError request.validation_failed when nothing is stated, or what is stated cannot be */
function correctionOf(current: CurrentActivityRow, asked: Asked, tables: ReadingTables): Correction {
  const facts = statedFacts(asked.facts, factsContext(current, asked.now));
  if (facts === null && asked.category_id === null) {
    const message = "state facts (quantity, amount, date, period, supplier) or category_id";
    throw validationError([{ path: "", code: "nothing_stated", message }]);
  }
  return statedCorrection(current, { facts, category_key: asked.category_id, reason: asked.reason }, tables);
}

function toAffected({ before_kg, after_kg, ...affected }: AffectedActivity): z.infer<typeof affectedActivity> {
  return { ...affected, before_kg: roundedNumber(before_kg), after_kg: roundedNumber(after_kg) };
}
