import type { Context, TenantQueries } from "../../core/context.ts";
import { type ServiceError, validationError } from "../../core/errors.ts";
import { unknownReference } from "../../core/known-filters.ts";
import { decimalText } from "../../core/quantity.ts";
import { monthsWithEntries, selectYearSums, yearTotal } from "../emissions/index.ts";
import { askedWholeYear } from "../financial-years/index.ts";
import { targetBoundary, type TargetTerms } from "./target-progress.ts";
import { type TargetYears, yearsFrom } from "./target-years.ts";

/** A refusal of one argument. */
export function refusal(path: string, code: string, message: string): ServiceError {
  return validationError([{ path, code, message }]);
}

/**
 * The years of a target: the base year is a whole financial year that has begun, the target year lies after it.
 * @throws ServiceError request.validation_failed naming the argument; `at` is where the arguments stand
 */
export function assertYears(
  terms: Pick<TargetTerms, "baseline_year" | "target_year">,
  { statement, this_year }: TargetYears,
  at = "",
): void {
  if (terms.target_year <= terms.baseline_year) {
    throw refusal(`${at}target_year`, "not_after_baseline", "must be after baseline_year");
  }
  if (terms.baseline_year > this_year) {
    throw refusal(`${at}baseline_year`, "in_future", `must be ${this_year} or earlier`);
  }
  askedWholeYear(statement, terms.baseline_year, `${at}baseline_year`);
}

/** @throws ServiceError request.validation_failed for a category that the taxonomy does not have */
export async function assertCategory(ctx: Context, key: string | null, at = ""): Promise<void> {
  if (key === null || (await ctx.catalog()).category(key) !== undefined) return;
  throw unknownReference(`${at}category`, "category", "list_emission_categories lists them");
}

const MONTHS = 12;

/** Where a target's base comes from. */
export interface AskedBase {
  readonly terms: Pick<TargetTerms, "scope" | "category" | "scope2_method" | "baseline_year">;
  readonly years: TargetYears;
  /** Whether a base year with months without entries will do. */
  readonly accept_incomplete_base_year: boolean;
  /** Where the arguments stand. */
  readonly at: string;
}

/**
 * The base that the ledger has for these terms, kg CO2e of the whole year, never a guess.
 * @throws ServiceError request.validation_failed when the year is not over, has no emissions, or lacks months
 */
export async function ledgerBase(
  db: TenantQueries,
  { terms, years, accept_incomplete_base_year, at }: AskedBase,
): Promise<{ readonly baseline_emissions: string; readonly baseline_months: number }> {
  const { baseline_year } = terms;
  const refuse = (code: string, message: string): ServiceError => refusal(`${at}baseline_year`, code, message);
  if (baseline_year >= years.this_year) {
    throw refuse("year_not_over", `${baseline_year} is not over: take an earlier year or give baseline_emissions`);
  }
  const sums = await selectYearSums(db, yearsFrom(years, baseline_year));
  const total = yearTotal(sums, baseline_year, targetBoundary(terms));
  if (total.lte(0)) {
    const message =
      `the ledger has no emissions in ${baseline_year} for this scope and category: ` +
      "take another year or give baseline_emissions";
    throw refuse("no_emissions", message);
  }
  const baseline_months = monthsWithEntries(sums, baseline_year);
  if (baseline_months < MONTHS && !accept_incomplete_base_year) {
    const message =
      `the ledger has entries in ${baseline_months} of the 12 months of ${baseline_year}, so the base would be too low: add ` +
      "the others, take another year, give baseline_emissions, or accept it with accept_incomplete_base_year true";
    throw refuse("incomplete_year", message);
  }
  return { baseline_emissions: decimalText(total), baseline_months };
}
