import { z } from "zod";
import type { Context, Principal } from "../../core/context.ts";
import { type ServiceError, validationError } from "../../core/errors.ts";
import { unknownReference } from "../../core/known-filters.ts";
import { figureBetween, positiveFigure, reductionPercent } from "../../core/stated-figure.ts";
import { lineInput } from "../../core/visible-text.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { isOpenFor } from "./scenario-status.ts";
import { isConsultant } from "./scenario-view.ts";
import type { ScenarioRow } from "./store.ts";
import type { TiltagVersionTerms } from "./store-tiltag.ts";

const dkk = figureBetween(0, 1e12);

/** What a tiltag is made from. */
export const tiltagInput = {
  name: lineInput(120).describe("What people call the measure"),
  start_year: z.int().min(1990).max(2150).describe("After base_year, up to target_year"),
  category_id: z.string().trim().min(1).max(100).describe("Any level; default everything").optional(),
  reduction_kg: positiveFigure(1e12).describe("kg CO2e per year").optional(),
  reduction_pct: reductionPercent().describe("Of what is left").optional(),
  capex_dkk: dkk.describe("DKK, once, at the start").optional(),
  annual_opex_dkk: dkk.describe("DKK a year that it costs").optional(),
  annual_savings_dkk: dkk.describe("DKK a year that it saves").optional(),
  lifetime_years: z.int().min(1).max(50).describe("Default: lasts").optional(),
  discount_rate_pct: figureBetween(0, 50).describe("Percent a year, for net present value").optional(),
};

/** A figure as it is kept. */
export function figureText(value: number): string {
  return decimalText(decimal(value));
}

export function refusal(path: string, code: string, message: string): ServiceError {
  return validationError([{ path, code, message }]);
}

/**
 * Exactly one reduction, and an investment with its lifetime; `at` is where the arguments stand.
 * @throws ServiceError request.validation_failed naming the argument
 */
export function assertTerms(
  terms: Pick<TiltagVersionTerms, "reduction_kg" | "reduction_pct" | "capex_dkk" | "lifetime_years">,
  at = "",
): void {
  const { reduction_kg, reduction_pct, capex_dkk, lifetime_years } = terms;
  if ((reduction_kg === null) === (reduction_pct === null)) {
    const path = reduction_kg === null ? "reduction_kg" : "reduction_pct";
    throw refusal(`${at}${path}`, "one_reduction", "give exactly one of reduction_kg and reduction_pct");
  }
  if (capex_dkk !== "0" && lifetime_years === null) {
    throw refusal(`${at}lifetime_years`, "required", "capex_dkk is spread over the lifetime: give lifetime_years");
  }
}

/** @throws ServiceError request.validation_failed for a category that the taxonomy does not have */
export async function assertCategory(ctx: Context, key: string | null, at = ""): Promise<void> {
  if (key === null || (await ctx.catalog()).category(key) !== undefined) return;
  throw unknownReference(`${at}category_id`, "category", "list_emission_categories lists them");
}

/**
 * Tiltag change in a consultant's drafts and in the company's own active plans, not in what was handed in for review.
 * @throws ServiceError request.validation_failed (wrong_status) at `path`
 */
export function assertOpen(
  principal: Principal,
  { status }: Pick<ScenarioRow, "status">,
  { path, what }: { readonly path: string; readonly what: string },
): void {
  if (isOpenFor(status, isConsultant(principal))) return;
  const open = isConsultant(principal) ? "a draft" : "an active scenario";
  throw refusal(path, "wrong_status", `this key ${what} ${open} only; this one is ${status}`);
}

/** @throws ServiceError request.validation_failed for a start outside the scenario's years */
export function assertStart({ base_year, target_year }: ScenarioRow, start_year: number, at = ""): void {
  if (start_year > base_year && start_year <= target_year) return;
  throw refusal(`${at}start_year`, "outside_scenario", `must be ${base_year + 1} to ${target_year}`);
}
