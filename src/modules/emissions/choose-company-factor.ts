import { parseUnit, type Unit } from "../../core/units.ts";
import type { CalculationRequest, ConversionStep, ReviewReason } from "./calculation.ts";
import { type CompanyFactor, type CompanyFactors, NO_COMPANY_FACTORS } from "./company-factors.ts";
import { type UnitPath, unitPath } from "./unit-path.ts";

export type CompanyFactorChoice =
  | {
      readonly kind: "quantity";
      readonly factor: CompanyFactor;
      readonly stated: { readonly value: string; readonly unit: Unit };
      readonly path: UnitPath;
    }
  | { readonly kind: "money"; readonly factor: CompanyFactor }
  /** A person named one that cannot count this. */
  | { readonly kind: "review"; readonly reviewReason: ReviewReason }
  | { readonly kind: "none" };

/** Whether a person named one for the line that is in force no more: it waits until another is named, or none. */
export function isNamedFactorGone(
  id: string | null | undefined,
  factors: CompanyFactors = NO_COMPANY_FACTORS,
): boolean {
  return id != null && !factors.by_id.has(id);
}

/** The one that a person named for the line; "none" where nobody named any. */
export function namedCompanyFactor(
  request: CalculationRequest,
  factors: CompanyFactors = NO_COMPANY_FACTORS,
): CompanyFactorChoice {
  const id = request.company_factor_id ?? null;
  if (id === null) return { kind: "none" };
  const factor = factors.by_id.get(id);
  if (factor === undefined) {
    const detail = `The company's factor ${id} that was chosen for it is not in force any more: choose another, or clear company_factor.`;
    return { kind: "review", reviewReason: { code: "no_factor", detail } };
  }
  return (
    usable(factor, request) ?? {
      kind: "review",
      reviewReason: { code: "unit_mismatch", detail: whyNot(factor, request) },
    }
  );
}

/** The first that counts lines of this category, supplier, day and unit (or any money) by itself; "none": no such. */
export function automaticCompanyFactor(
  request: CalculationRequest,
  by: "quantity" | "money",
  factors: CompanyFactors = NO_COMPANY_FACTORS,
): CompanyFactorChoice {
  for (const factor of candidates(request, factors)) {
    const choice = isValid(factor, request) ? fits(factor, request, by) : null;
    if (choice !== null) return choice;
  }
  return { kind: "none" };
}

/** Why factors that count such lines by themselves did not count this one, for the lineage. */
export function unusedCompanyFactors(
  request: CalculationRequest,
  factors: CompanyFactors = NO_COMPANY_FACTORS,
): ConversionStep[] {
  return candidates(request, factors)
    .filter((factor) => usable(factor, request) === null)
    .slice(0, NOTES_MAX)
    .map((factor) => whyNot(factor, request))
    .map((note) => ({ kind: "choice", from: "company_factor", to: "next best method", factor: null, note }));
}

const NOTES_MAX = 3;

function candidates(request: CalculationRequest, { automatic }: CompanyFactors): readonly CompanyFactor[] {
  // A person said that none of them counts it, or that a factor of the catalogue does.
  if (request.company_factor_id !== undefined || typeof request.factor_key === "string") return [];
  return (automatic.get(request.category_key) ?? []).filter(
    ({ supplier_key }) => supplier_key === null || supplier_key === request.supplier_key,
  );
}

function isValid({ valid_from, valid_to }: CompanyFactor, { slice, transaction_date }: CalculationRequest): boolean {
  const day = slice?.to ?? transaction_date.slice(0, 10);
  return valid_from <= day && day <= valid_to;
}

function fits(
  factor: CompanyFactor,
  { quantity, amount }: CalculationRequest,
  by: "quantity" | "money",
): CompanyFactorChoice | null {
  if (by === "money") return factor.is_money && amount !== null ? { kind: "money", factor } : null;
  const from = quantity === null || factor.is_money ? null : parseUnit(quantity.unit);
  const to = parseUnit(factor.unit);
  const path = from === null || to === null ? null : unitPath(from, to, []);
  if (quantity === null || from === null || path === null) return null;
  return { kind: "quantity", factor, stated: { value: quantity.value, unit: from }, path };
}

/** How a factor counts it, by quantity before money; null: it cannot. */
function usable(factor: CompanyFactor, request: CalculationRequest): CompanyFactorChoice | null {
  if (factor.category_key !== request.category_key || !isValid(factor, request)) return null;
  return fits(factor, request, "quantity") ?? fits(factor, request, "money");
}

/** Why a factor that is not usable is not, in a sentence. */
function whyNot(factor: CompanyFactor, request: CalculationRequest): string {
  const { name, category_key, unit, valid_from, valid_to } = factor;
  const named = `The company's factor "${name}"`;
  if (category_key !== request.category_key) return `${named} is one of ${category_key}.`;
  if (!isValid(factor, request)) return `${named} is valid from ${valid_from} to ${valid_to}: it was not used.`;
  const quantity = request.quantity ?? request.unused_quantity;
  const stated = quantity === undefined ? "no quantity is known" : `the quantity is ${quantity.value} ${quantity.unit}`;
  return `${named} is per ${unit}; ${factor.is_money ? "no amount excluding VAT is known" : stated}.`;
}
