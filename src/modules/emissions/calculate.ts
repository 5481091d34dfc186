import type { Catalog, EmissionCategory } from "../../core/catalog.ts";
import { advanceReview } from "./advances.ts";
import type {
  CalculatedEntry,
  ReviewReason,
  CalculationRequest,
  CalculationResult,
  CalculationSettings,
  ConversionStep,
} from "./calculation.ts";
import { buildEntry, type EntryBasis, type EntryClassification } from "./calculation-entry.ts";
import { activityEntries } from "./calculation-activity.ts";
import { isOwnGeneration, ownGenerationEntry } from "./own-generation.ts";
import { productEntry, takesProductFootprint, unusedProduct } from "./calculation-product.ts";
import { companyResult } from "./calculation-company.ts";
import { automaticCompanyFactor, namedCompanyFactor, unusedCompanyFactors } from "./choose-company-factor.ts";
import { chooseActivityFactor, hasActivityFactor, statedOf } from "./calculation-factors.ts";
import { countedCategory } from "./counted-category.ts";
import { overPeriod } from "./calculation-slice.ts";
import { viewOfRequest, withRelease } from "./factor-choice/entry-release.ts";
import { heatingValueReview } from "./heating-value-question.ts";
import { openPeriodReview } from "./open-period.ts";
import { gridIsUnknown } from "./scope2.ts";
import { spendBasis, spendFactor } from "./spend.ts";
import { unusedFuelValueSteps } from "./stated-fuel-values.ts";

/**
 * The emission entries of one split, with every step between the source's figure and the result. Order of methods: the
 * supplier's footprint of the product, else the factor of the company that a person chose, else a physical quantity with a
 * factor of the company or an activity factor of its unit, else the amount with a factor of the company or a spend factor.
 * What is used over a stated period has entries by month. A quantity whose unit does not fit goes to review even when an
 * amount is known. Pure and exact: no rounding, no clock, no unrecorded substitute. Whatever cannot be calculated comes back as a reason for review.
 */
export function calculate(
  request: CalculationRequest,
  catalog: Catalog,
  settings: CalculationSettings,
): CalculationResult {
  const open = openPeriodReview(request);
  if (open !== null) return { kind: "review", reviewReason: open };
  return overPeriod(request, settings.heat, (slice) =>
    calculateInYear(slice === undefined ? request : { ...request, slice }, catalog, settings),
  );
}

/** By the releases of the year of use, which each entry names. */
function calculateInYear(
  request: CalculationRequest,
  catalog: Catalog,
  settings: CalculationSettings,
): CalculationResult {
  const view = viewOfRequest(request, catalog, settings);
  const result = calculateOne(request, view.catalog, settings);
  if (result.kind !== "calculated" || view.labels.size === 0) return result;
  return calculated(result.entries.map((entry) => withRelease(entry, view)));
}

function calculateOne(request: CalculationRequest, catalog: Catalog, settings: CalculationSettings): CalculationResult {
  const category = countedCategory(catalog, request.category_key);
  if (category === null) {
    return review("unclassified", `"${request.category_key}" is not an emission category on the lowest level.`);
  }
  const classification: EntryClassification = {
    scope: category.default_scope,
    scope3_category: category.default_scope3_category,
    category_key: category.key,
    is_upstream: false,
  };
  if (request.product?.kind === "match" && takesProductFootprint(category)) {
    return calculated([productEntry(classification, request.product, request)]);
  }
  const advanced = advanceReview(request, category.default_scope);
  if (advanced !== null) return { kind: "review", reviewReason: advanced };
  const result = withSteps(
    withoutProduct(classification, category, request, { catalog, settings }),
    request.advance_steps ?? [],
  );
  return takesProductFootprint(category) ? withSteps(result, unusedProduct(request)) : result;
}

interface Basis {
  readonly catalog: Catalog;
  readonly settings: CalculationSettings;
}

function withoutProduct(
  classification: EntryClassification,
  category: EmissionCategory,
  request: CalculationRequest,
  { catalog, settings }: Basis,
): CalculationResult {
  if (request.quantity === null && request.amount === null && request.unused_quantity === undefined) {
    return review("no_amount_or_quantity", "Neither a physical quantity nor an amount excluding VAT is known.");
  }
  if (request.is_quantity_of_person === true && isOwnGeneration(category.key)) {
    const own = ownGenerationEntry(request, { category, catalog, settings });
    if (own !== null) return "code" in own ? review(own.code, own.detail) : calculated([own]);
  }
  const { company_factors } = settings;
  const named = namedCompanyFactor(request, company_factors);
  const own = named.kind === "none" ? automaticCompanyFactor(request, "quantity", company_factors) : named;
  const counted = companyResult(classification, own, request, { category, catalog, settings });
  if (counted !== null) return withSteps(counted, own.kind === "quantity" ? fromWords(request) : []);
  if (request.country_doubt !== undefined) return review("country_unclear", countryDetail(request.country_doubt));
  const unusedFactors = unusedCompanyFactors(request, company_factors);
  const asked = heatingValueReview(category, request);
  if (asked !== null) return { kind: "review", reviewReason: asked };
  const choice = chooseActivityFactor(category, request, catalog, settings);
  if (choice.kind === "match") {
    const entries = activityEntries(classification, choice.match, request, { catalog, settings });
    return withSteps(calculated(entries), [
      ...fromWords(request),
      ...unusedFuelValueSteps(statedOf(category, request).unused),
      ...unusedFactors,
    ]);
  }
  if (choice.kind === "mismatch") return review("unit_mismatch", mismatchDetail(category, request, choice.units));
  if (choice.kind === "no_class" && choice.is_stated) return review("no_factor", choice.detail);
  if (request.quantity !== null && gridIsUnknown(category)) {
    return review("country_unclear", `In which country's grid was the electricity of ${category.key} used?`);
  }
  return fromMoney(classification, category, request, { catalog, settings });
}

/** Puts steps before those of the first entry. */
function withSteps(result: CalculationResult, steps: readonly ConversionStep[]): CalculationResult {
  if (result.kind !== "calculated" || steps.length === 0) return result;
  return calculated(
    result.entries.map((entry, index) =>
      index === 0 ? { ...entry, conversions: [...steps, ...entry.conversions] } : entry,
    ),
  );
}

function calculated(entries: readonly CalculatedEntry[]): CalculationResult {
  return { kind: "calculated", entries };
}

function countryDetail(doubt: string): string {
  return `In which country was the electricity used? ${doubt}. State attributes.country, or choose the grid of a Danish price area.`;
}

function review(code: ReviewReason["code"], detail: string): CalculationResult {
  return { kind: "review", reviewReason: { code, detail } };
}

function mismatchDetail(category: EmissionCategory, request: CalculationRequest, units: readonly string[]): string {
  const { value = "", unit = "" } = request.quantity ?? request.unused_quantity ?? {};
  const detail = `The quantity is ${value} ${unit}; the factors of ${category.key} are per ${units.join(", ")}.`;
  const unused = unusedFuelValueSteps(statedOf(category, request).unused).map(({ note }) => ` ${note}`);
  return `${detail}${unused.join("")} No heating value or density leads from ${unit} to one of them: state the quantity in one of these units.`;
}

/** What a reader must know of a quantity that no column stated. */
function fromWords({ quantity, quantity_words, quantity_pieces }: CalculationRequest): ConversionStep[] {
  if (quantity === null || quantity_words === undefined) return [];
  const to = `${quantity.value} ${quantity.unit}`;
  if (quantity_pieces !== undefined) {
    const note = `The line states ${quantity_pieces} pieces, and its words "${quantity_words}" the size of one.`;
    return [{ kind: "choice", from: `${quantity_pieces} x ${quantity_words}`, to, factor: null, note }];
  }
  const note = `No column or field states the quantity: it was read from the words "${quantity_words}" of the line.`;
  return [{ kind: "choice", from: quantity_words, to, factor: null, note }];
}

/** The units that the category counts, where a stated quantity is in none of them; null: no quantity is left unused. */
function unused(
  category: EmissionCategory,
  request: CalculationRequest,
  { catalog, settings }: Basis,
): readonly string[] | null {
  const quantity = request.quantity ?? request.unused_quantity;
  if (quantity === undefined) return null;
  const choice = chooseActivityFactor(category, { ...request, quantity }, catalog, settings);
  return choice.kind === "mismatch" ? [...new Set(choice.units)] : [];
}

function fromMoney(
  classification: EntryClassification,
  category: EmissionCategory,
  request: CalculationRequest,
  { catalog, settings }: Basis,
): CalculationResult {
  const units = unused(category, request, { catalog, settings });
  const own = automaticCompanyFactor(request, "money", settings.company_factors);
  const counted = companyResult(classification, own, request, { category, catalog, settings });
  if (counted !== null) return withSteps(counted, unusedQuantity(request, units));
  const factor = spendFactor(category, request, catalog);
  if (factor === null) {
    // Without its class no factor counts the quantity that the line states: that is what is asked for.
    const quantity = request.quantity ?? request.unused_quantity ?? null;
    const choice = chooseActivityFactor(category, { ...request, quantity }, catalog, settings);
    if (choice.kind === "no_class") return review("no_factor", choice.detail);
    if (category.default_factor_key === null && category.spend_factor_key === null) {
      return review("category_needs_person", `${category.key} has no factor: a person must supply the emissions.`);
    }
    if (units !== null && units.length > 0) return review("unit_mismatch", mismatchDetail(category, request, units));
    if (hasActivityFactor(category, request, catalog, settings)) {
      return review("quantity_missing", `${category.key} has no spend factor: it needs a physical quantity.`);
    }
    return review("no_factor", `${category.key} has neither a spend factor nor one per physical quantity.`);
  }
  if (request.amount === null) {
    return review(
      "no_amount_or_quantity",
      `${category.key} has no factor per ${(request.quantity ?? request.unused_quantity)?.unit ?? "unit"}, and no amount.`,
    );
  }
  const outcome = spendBasis(factor, request, catalog);
  if (outcome.kind === "review") return { kind: "review", reviewReason: outcome.reviewReason };
  const notUsed = [
    ...unusedQuantity(request, units),
    ...unusedFuelValueSteps(statedOf(category, request).unused),
    ...unusedCompanyFactors(request, settings.company_factors),
  ];
  const basis = { ...outcome.basis, conversions: [...notUsed, ...outcome.basis.conversions] };
  return calculated([buildEntry(classification, factor, scope2Spend(classification, basis), null)]);
}

/** Spend factors cover the whole supply chain, which scope 2 does not. */
function scope2Spend(classification: EntryClassification, basis: EntryBasis): EntryBasis {
  if (classification.scope === 3) return basis;
  const note = "A spend factor covers the supply chain as well: no category 3 entry is added.";
  return { ...basis, inputs: { ...basis.inputs, boundary_note: note } };
}

function unusedQuantity(request: CalculationRequest, units: readonly string[] | null): ConversionStep[] {
  const quantity = request.quantity ?? request.unused_quantity;
  if (quantity === undefined || units === null) return [];
  const reason =
    units.length === 0
      ? "The category has no factor per physical unit"
      : `The factors of the category are per ${units.join(", ")}`;
  const note = `${reason}: ${quantity.value} ${quantity.unit} was not used.`;
  return [{ kind: "choice", from: "quantity", to: "amount", factor: null, note }];
}
