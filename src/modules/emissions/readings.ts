import type { Context } from "../../core/context.ts";
import { splitDetail } from "./build-lineage.ts";
import type { FieldOrigins, InferredFrom } from "./field-origins.ts";
import { inferredFrom } from "./inferred-from.ts";
import type { EvidenceNamed, Lineage } from "./lineage-record.ts";
import type { OriginFacts } from "./origin-facts.ts";
import { originsOf } from "./origins-of.ts";
import {
  readingsWithEvidence,
  selectEvidenceOfReadings,
  selectLineageActivity,
  selectLineageDocument,
  selectRecordedCountry,
  selectSplitsOfActivity,
} from "./store-lineage.ts";

/** A reading with the stored files that the person named who made it. */
export interface ActivityReading extends Readonly<Lineage["activity_split"]> {
  readonly evidence: EvidenceNamed[];
}

export interface ActivityReadings {
  /** Newest first, the current one first of all; at most 100. */
  readonly readings: readonly ActivityReading[];
  /** Where each fact comes from as the current reading has it. */
  readonly origins: FieldOrigins;
  /** What those that are inferred follow from. */
  readonly inferred_from: InferredFrom;
}

/**
 * Every reading of an activity as the lineage shows it.
 * @param service_period where the days of the current reading come from, and in which words of the line (`period_words`)
 * @param counted what its own entry was counted by; null: it counts nothing
 * @throws Error when the activity is not in the ledger
 */
export async function readingsOf(
  ctx: Context,
  activityId: string,
  known: Pick<OriginFacts, "counted" | "period_words" | "service_period">,
): Promise<ActivityReadings> {
  const [splits, activity, document, evidence, recorded_country] = await Promise.all([
    selectSplitsOfActivity(ctx.db, activityId),
    selectLineageActivity(ctx.db, activityId),
    selectLineageDocument(ctx.db, activityId),
    selectEvidenceOfReadings(ctx.db, activityId),
    selectRecordedCountry(ctx.db, activityId),
  ]);
  const replaced = new Set(splits.map(({ supersedes_split_id }) => supersedes_split_id));
  const split = splits.findLast(({ id }) => !replaced.has(id));
  if (split === undefined || activity === undefined || document === undefined) {
    throw new Error(`activity ${activityId} has no reading`);
  }
  const { country } = ctx.tenant;
  const first = splits[0]?.id;
  const named = new Map(evidence.map((row) => [row.split_id ?? first, row.evidence ?? []]));
  const facts: OriginFacts = {
    ...known,
    activity,
    document,
    split,
    splits,
    country,
    evidence: readingsWithEvidence(evidence, first),
    recorded_country,
  };
  const origins = originsOf(facts);
  return {
    readings: splits.toReversed().map((row) => ({ ...splitDetail(row), evidence: [...(named.get(row.id) ?? [])] })),
    origins,
    inferred_from: inferredFrom(facts, origins),
  };
}
