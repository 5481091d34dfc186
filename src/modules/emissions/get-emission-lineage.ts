import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { calendarDay } from "../../core/days.ts";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { buildLineage } from "./build-lineage.ts";
import { LINEAGE_EXAMPLE } from "./lineage-example.ts";
import { type Lineage, lineageRecord } from "./lineage-record.ts";
import {
  type LineageSplitRow,
  readingsWithEvidence,
  selectEarlierEntries,
  selectEntriesOfSplit,
  selectEvidenceOfReadings,
  selectLineageActivity,
  selectLineageDocument,
  selectLineageEntry,
  selectLineageEvents,
  selectRecordedCountry,
  selectSplitsOfActivity,
} from "./store-lineage.ts";

export const getEmissionLineage = defineOperation({
  name: "get_emission_lineage",
  title: "Lineage of an emission entry",
  description:
    "Where one number comes from: the entry (kg CO2e), the split that chose its category, the invoice line or " +
    "transaction, the stored document with its SHA-256, the frozen emission factor with source, year and licence, the " +
    "formula with all inputs, companion entries, earlier versions and category changes, and the audit hashes " +
    "(entry_hash, prev_hash, chain_seq) that prove nothing was altered. Take the id from list_emissions; ids of " +
    "superseded entries work too. Next: get_factor_citations for other entries that used the factor.",
  layer: 1,
  scope: "emissions:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the emission entry, from list_emissions") }),
  output: lineageRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/emissions/:id/lineage" },
  tool: true,
  callers: "any",
  example: { input: { id: "$entry_id" }, output: LINEAGE_EXAMPLE },
  run: async (ctx, input) => await readLineage(ctx, input.id),
});

async function readLineage(ctx: Context, id: string): Promise<Lineage> {
  const entry = await selectLineageEntry(ctx.db, id);
  if (entry === undefined) throw notFound("emission entry");
  const [splits, activity, document, siblings, named, recorded_country] = await Promise.all([
    selectSplitsOfActivity(ctx.db, entry.activity_id),
    selectLineageActivity(ctx.db, entry.activity_id),
    selectLineageDocument(ctx.db, entry.activity_id),
    selectEntriesOfSplit(ctx.db, entry.activity_split_id),
    selectEvidenceOfReadings(ctx.db, entry.activity_id),
    selectRecordedCountry(ctx.db, entry.activity_id),
  ]);
  if (activity === undefined || document === undefined) throw new Error(`the lineage of entry ${id} is broken`);
  const earlier = earlierSplits(splits, entry.activity_split_id);
  const superseded = earlier.length === 0 ? [] : await selectEarlierEntries(ctx.db, earlier, entry);
  const today = calendarDay(ctx.clock.now());
  // Who stated the rule that gave a period is told with the rest.
  const rules = splits.flatMap(({ ruled_period }) => ruled_period?.rule_id ?? []);
  const subjects = [entry.id, ...splits.map((split) => split.id), activity.id, document.id, ...rules];
  const events = await selectLineageEvents(ctx.db, subjects);
  const { country } = ctx.tenant;
  const evidence = readingsWithEvidence(named, splits[0]?.id);
  return buildLineage({
    entry,
    splits,
    activity,
    document,
    siblings,
    superseded,
    events,
    today,
    country,
    evidence,
    recorded_country,
  });
}

/** Ids of the readings that a reading replaced, one after the other. */
function earlierSplits(splits: readonly LineageSplitRow[], id: string): string[] {
  const before = new Map(splits.map((split) => [split.id, split.supersedes_split_id]));
  const earlier: string[] = [];
  for (let at = before.get(id) ?? null; at !== null; at = before.get(at) ?? null) earlier.push(at);
  return earlier;
}
