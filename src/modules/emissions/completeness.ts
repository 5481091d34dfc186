import { z } from "zod";
import { GHG_SCOPES, type GhgScope, SCOPE3_CATEGORIES } from "../../core/ghg.ts";
import { decimalSum, roundedNumber } from "../../core/quantity.ts";
import type { Period } from "../../core/period.ts";
import { scopeName } from "./emission-scope.ts";
import { isCovered } from "./settled-days.ts";
import type { Coverage, NoneOfYear } from "./store-coverage.ts";
import type { UsePeriod } from "./use-period.ts";

/** What a total is of. */
export interface AskedTotal {
  readonly period: Period;
  /** ISO 8601 date of the day on which is asked. */
  readonly today: string;
  /** Null: all scopes. */
  readonly scope: number | null;
}

const scope = z.enum(GHG_SCOPES);
const category = z.int().min(1).max(15);

/** Beside every total: what is not in it. */
export const completenessFacts = {
  unknown: z
    .object({
      scopes: z.array(scope),
      scope3_categories: z.array(category),
      reason: z.union([z.string(), z.null()]),
    })
    .describe("Where nothing is counted in the period and nobody answered that there is nothing: figures are unknown"),
  none: z
    .object({
      scopes: z.array(scope),
      scope3_categories: z.array(category),
      contradictions: z.array(
        z.object({
          report_year: z.int(),
          period_from: z.iso.date(),
          period_to: z.iso.date(),
          scope,
          scope3_category: z.union([category, z.null()]),
          entry_count: z.int(),
        }),
      ),
    })
    .describe("Where nothing is counted and a person answered that there is nothing; answers that entries contradict"),
  waiting: z
    .object({
      lines: z.int(),
      documents: z.int(),
      files: z
        .int()
        .describe("Of which nothing could be booked yet, whatever their month: list_upload_files, needs_entry"),
      money: z.array(z.object({ amount: z.number(), currency: z.string() })),
      estimated_kg: z.union([z.number(), z.null()]),
      without_estimate: z.int(),
    })
    .describe("What waits for a person in these months, and is in no total; see list_review_items"),
  pending_restatement_kg: z
    .number()
    .describe(
      "What would change closed years in these months and is not booked: list_restatements; waiting lines of it stand in waiting too",
    ),
  pending_restatement_count: z
    .int()
    .describe(
      "Lines and energy allocations that would change closed years in these months, also where they sum to 0 kg",
    ),
  is_complete: z
    .boolean()
    .describe(
      "Nothing is unknown, waits, is contradicted or to be restated, and data_from to data_to reach every month up to today",
    ),
};

export type CompletenessFacts = z.infer<z.ZodObject<typeof completenessFacts>>;

/** Nothing is answered and nothing waits. */
export const NOTHING_BESIDE = {
  none: { scopes: [], scope3_categories: [], contradictions: [] },
  waiting: { lines: 0, documents: 0, files: 0, money: [], estimated_kg: 0, without_estimate: 0 },
  pending_restatement_kg: 0,
  pending_restatement_count: 0,
};

/** What a total leaves out; unknown is not zero, and a sum of no entries says nothing about emissions. */
export function completenessOf(coverage: Coverage, asked: AskedTotal): CompletenessFacts {
  const days = daysOf(coverage, asked);
  const answers = coverage.none.filter(
    ({ period_from, period_to }) => period_from <= days.end && days.start <= period_to,
  );
  // A period of several years has nothing in a scope when that was answered for all of its days.
  const isNone = (scopeNumber: number, categoryNumber: number): boolean =>
    isAnswered(answers, days, scopeNumber, categoryNumber);
  const of = (number: number): boolean => asked.scope === null || asked.scope === number;
  const scopes = GHG_SCOPES.filter(
    (name) => of(Number(name)) && !coverage.counted.some((place) => Math.floor(place / 100) === Number(name)),
  );
  const categories = SCOPE3_CATEGORIES.map(({ number }) => number).filter(
    (number) => of(3) && !coverage.counted.includes(SCOPE3_PLACE + number),
  );
  const isScopeNone = (name: string): boolean =>
    isNone(Number(name), 0) ||
    (name === "3" && categories.length === SCOPE3_CATEGORIES.length && categories.every((number) => isNone(3, number)));
  const unknown = {
    scopes: scopes.filter((name) => !isScopeNone(name)),
    scope3_categories: categories.filter((number) => !isNone(3, number)),
  };
  const isKnown = unknown.scopes.length + unknown.scope3_categories.length === 0;
  const contradictions = answers.filter(({ entry_count }) => entry_count > 0).map(toContradiction);
  const waiting = waitingOf(coverage);
  const open = waiting.lines + waiting.files + coverage.pending_restatements + contradictions.length;
  return {
    unknown: { ...unknown, reason: isKnown ? null : UNKNOWN_REASON },
    none: {
      scopes: scopes.filter(isScopeNone),
      scope3_categories: categories.filter((number) => isNone(3, number)),
      contradictions,
    },
    waiting,
    pending_restatement_kg: roundedNumber(coverage.pending_restatement_kg),
    pending_restatement_count: coverage.pending_restatements,
    is_complete: isKnown && open === 0 && reachesEveryMonth(coverage, asked),
  };
}

/** Which figures of a total are known: the others are null, which is not zero. */
export interface KnownCells {
  /** False when nothing at all is counted in the period, and not because that was answered. */
  readonly hasTotal: boolean;
  hasScope(scope: GhgScope): boolean;
  hasCategory(number: number): boolean;
}

export function knownCells({ counted }: Coverage, { unknown }: Pick<CompletenessFacts, "unknown">): KnownCells {
  const isKnown = unknown.scopes.length + unknown.scope3_categories.length === 0;
  return {
    hasTotal: counted.length > 0 || isKnown,
    hasScope: (name) => !unknown.scopes.includes(name),
    hasCategory: (number) => !unknown.scope3_categories.includes(number),
  };
}

const UNKNOWN_REASON = "Nothing is recorded there in this period, which does not say that nothing was emitted.";

/** See Coverage.counted. */
const SCOPE3_PLACE = 300;

/** Whether answers hold for every day of a period, in a scope (category 0) or in one of its categories. */
export function isAnswered(
  answers: readonly NoneOfYear[],
  days: UsePeriod,
  scopeNumber: number,
  categoryNumber: number,
): boolean {
  const held = answers.filter(
    (answer) =>
      answer.scope === scopeNumber && (answer.scope3_category === 0 || answer.scope3_category === categoryNumber),
  );
  return isCovered(
    days,
    held.map(({ period_from: start, period_to: end }) => ({ start, end })),
  );
}

/** Days of the period: an open beginning is that of the data, and no end is after today unless the beginning is. */
function daysOf({ data_from }: Coverage, { period, today }: AskedTotal): UsePeriod {
  const start = (period.from ?? data_from ?? today).slice(0, 10);
  const end = period.to === null || period.to.slice(0, 10) > today ? today : period.to.slice(0, 10);
  return { start, end: end < start ? start : end };
}

/** Whether the data reach every month of the period up to today. */
function reachesEveryMonth({ data_from, data_to }: Coverage, { period, today }: AskedTotal): boolean {
  if (data_from === null || data_to === null) return false;
  const month = (moment: string): string => moment.slice(0, 7);
  const end = period.to === null || period.to.slice(0, 10) > today ? today : period.to;
  return (period.from === null || month(data_from) <= month(period.from)) && month(data_to) >= month(end);
}

function toContradiction({ scope: number, scope3_category, ...answer }: NoneOfYear) {
  return {
    ...answer,
    scope: scopeName(number),
    scope3_category: scope3_category === 0 ? null : scope3_category,
  };
}

/** Sums of what waits; estimated_kg is null when something waits and nothing of it can be estimated. */
function waitingOf({ waiting, waiting_documents, waiting_files }: Coverage): CompletenessFacts["waiting"] {
  const count = (column: "lines" | "without_estimate") => waiting.reduce((sum, row) => sum + row[column], 0);
  const [lines, without_estimate] = [count("lines"), count("without_estimate")];
  const estimate = roundedNumber(decimalSum(waiting.map((row) => row.estimated_kg)));
  return {
    lines,
    documents: waiting_documents,
    files: waiting_files,
    money: waiting.flatMap(({ money, currency }) =>
      currency === "" ? [] : [{ amount: roundedNumber(money), currency }],
    ),
    estimated_kg: lines > 0 && lines === without_estimate ? null : estimate,
    without_estimate,
  };
}
