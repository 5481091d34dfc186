import { z } from "zod";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { decimalSum, roundedNumber } from "../../core/quantity.ts";
import { lockAuditChain } from "../audit/index.ts";
import type { YearEffect } from "../emissions/index.ts";
import { ACTIVITY_EXAMPLE, activityChange, toActivityRecord } from "./activity-record.ts";
import { correctedRow, correctionEffect } from "./correction-effect.ts";
import { factsContext, factsInput, type FactsInput, statedFacts } from "./facts-input.ts";
import { pendingOfCorrection } from "./pending-of-correction.ts";
import { pendingOfReading } from "./pending-of-line.ts";
import { assertCategory } from "./person-decisions.ts";
import type { ReadingAgain } from "./read-again.ts";
import { readingTables } from "./reading-tables.ts";
import { statedCorrection } from "./stated-correction.ts";
import { type CurrentActivityRow, selectCurrentActivity } from "./store.ts";
import { type Correction, writeCorrection } from "./write-correction.ts";
import { assertStatedSupply } from "./stated-supply.ts";

const yearEffect = z.object({
  /** Calendar year in which the financial year ends. */
  year: z.int(),
  /** Its days, where it is not that calendar year. */
  period: z.object({ from: z.string(), to: z.string() }).optional(),
  /** Of this activity and of the advances that it settles otherwise, kg CO2e market-based with upstream entries. */
  before_kg: z.number(),
  after_kg: z.number(),
  /** Of the company. */
  total_before_kg: z.number(),
  total_after_kg: z.number(),
});

const activityCorrection = activityChange.extend({
  dry_run: z.boolean(),
  change_kg: z.number(),
  years: z.array(yearEffect),
});

export const correctActivity = defineOperation({
  name: "correct_activity",
  title: "Correct an activity",
  description:
    "States what the document of an activity says wrongly or not at all: quantity with unit, amount, date, period, supplier, " +
    "category; any of them together. What is not stated stays as it is. The activity is calculated again and its earlier " +
    "entries are superseded; the document's own figures stay in the lineage, with who corrected them and why. When nothing " +
    "can be calculated any more the activity waits with a review_code and is out of the totals. change_kg and years tell the " +
    "effect in kg CO2e, that on advances which the activity settles included; with dry_run nothing is written and the same " +
    "figures are given. A closed year goes on counting what it does: pending_restatements tells what of the effect waits until it " +
    "is restated. undo_activity_change takes it back.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("Id of the activity, from list_activities"),
    facts: factsInput.describe("What the document says wrongly or not at all").optional(),
    category_id: z
      .string()
      .min(1)
      .max(120)
      .describe("Category key of the lowest level, see list_emission_categories")
      .optional(),
    reason: z.string().trim().min(1).max(500).describe("Why, for the auditor"),
    dry_run: z.boolean().describe("true: only say what would change").optional(),
  }),
  output: activityCorrection,
  errors: ["request.validation_failed", "resource.not_found", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/activities/:id/correct" },
  tool: false,
  callers: "any",
  example: {
    input: {
      id: "$activity_id",
      facts: { quantity: 120, unit: "l" },
      category_id: "transport.own.diesel",
      reason: "Fuel card",
      dry_run: true,
    },
    output: {
      ...ACTIVITY_EXAMPLE,
      status: "classified",
      category_id: "transport.own.diesel",
      confidence: 1,
      quantity: 120,
      unit: "l",
      review_code: null,
      mapped_by: "person",
      reason: "Fuel card",
      stated: ["quantity"],
      entry_ids: [],
      dry_run: true,
      change_kg: 389.6,
      years: [{ year: 2026, before_kg: 0, after_kg: 389.6, total_before_kg: 1704.3615, total_after_kg: 2093.9615 }],
    },
  },
  async run(ctx, input) {
    const { id, facts = {}, category_id = null, reason, dry_run = false } = input;
    const tables = await readingTables(ctx, ctx.db);
    if (category_id !== null) assertCategory(tables.catalog, category_id);
    return await ctx.db.transaction(async (tx) => {
      // A dry run holds no lock: what it tells is a state that was there.
      if (!dry_run) await lockAuditChain(tx);
      const current = await selectCurrentActivity(tx, id);
      if (current === undefined) throw notFound("activity");
      const correction = correctionOf(current, { facts, category_id, reason, now: ctx.clock.now() }, tables);
      await assertStatedSupply(tx, correction.stated);
      const years = await correctionEffect(ctx, tx, current, correction);
      const told = { dry_run, change_kg: changeOf(years), years: years.map(toYear) };
      if (dry_run) {
        const pending = await pendingOfCorrection(ctx, tx, current, correction);
        return {
          ...toActivityRecord(ctx.tenant, correctedRow(current, correction)),
          entry_ids: [],
          ...told,
          ...pending,
        };
      }
      const entry_ids = await writeCorrection(ctx, tx, current, correction);
      const after = await selectCurrentActivity(tx, id);
      if (after === undefined) throw new Error("a corrected activity has no current split");
      const pending = await pendingOfReading(tx, after.split_id);
      return { ...toActivityRecord(ctx.tenant, after), entry_ids: [...entry_ids], ...told, ...pending };
    });
  },
});

interface Asked {
  readonly facts: FactsInput;
  readonly category_id: string | null;
  readonly reason: string;
  readonly now: Date;
}

/** @throws ServiceError request.validation_failed when nothing is stated, or what is stated cannot be */
function correctionOf(current: CurrentActivityRow, asked: Asked, tables: ReadingAgain): Correction {
  const facts = statedFacts(asked.facts, factsContext(current, asked.now));
  if (facts === null && asked.category_id === null) {
    const message = "state facts (quantity, amount, date, period, supplier) or category_id";
    throw validationError([{ path: "", code: "nothing_stated", message }]);
  }
  return statedCorrection(current, { facts, category_key: asked.category_id, reason: asked.reason }, tables);
}

function changeOf(years: readonly YearEffect[]): number {
  return roundedNumber(decimalSum(years.map(({ before_kg, after_kg }) => after_kg.minus(before_kg))));
}

function toYear(effect: YearEffect): z.infer<typeof yearEffect> {
  return {
    year: effect.year,
    ...(effect.period === undefined ? {} : { period: effect.period }),
    before_kg: roundedNumber(effect.before_kg),
    after_kg: roundedNumber(effect.after_kg),
    total_before_kg: roundedNumber(effect.total_before_kg),
    total_after_kg: roundedNumber(effect.total_after_kg),
  };
}
