import type { Catalog, EmissionCategory } from "../../core/catalog.ts";
import type { NewId } from "../../core/context.ts";
import type { ValidationIssue } from "../../core/errors.ts";
import { ownCurrency } from "../../core/currency.ts";
import {
  calculate,
  choiceIssues,
  lineChoice,
  type CalculationResult,
  type CalculatedEntry,
  type CalculationSettings,
  countedCategory,
  NOT_COUNTED,
  periodOfSubscription,
  statedResult,
  takesStatedEmissions,
  unitsOfCategory,
} from "../emissions/index.ts";
import { factorSupplier, unknownFactor } from "../company-factors/index.ts";
import type { RecordFacts } from "./record-input.ts";

/** What records are calculated with. */
export interface RecordTables {
  readonly catalog: Catalog;
  readonly settings: CalculationSettings;
  /** ISO 3166-1 alpha-2 of the company. */
  readonly country: string;
  readonly newId: NewId;
}

export type CalculatedRecord =
  | { readonly kind: "calculated"; readonly entries: readonly CalculatedEntry[] }
  | { readonly kind: "refused"; readonly issue: ValidationIssue };

/** The entries of a record, or why there are none with the methods in which the category can be counted. Pure but for ids. */
export function calculateRecord(facts: RecordFacts, tables: RecordTables): CalculatedRecord {
  const category = countedCategory(tables.catalog, facts.category_id);
  if (category === null) return { kind: "refused", issue: { path: "category_id", ...NOT_COUNTED } };
  const unknown = unknownFactor("company_factor_id", facts.company_factor_id ?? null, tables.settings);
  if (unknown !== null) return { kind: "refused", issue: unknown };
  const [slip] = choiceIssues("", choiceOf(facts), { ...allocated(facts), ...placeOf(facts, tables) }, tables);
  if (slip !== undefined) return { kind: "refused", issue: slip };
  if (facts.emissions !== null) return fromStatement(category, facts, tables);
  return outcome(fromActivity(category, facts, tables), category, facts, tables);
}

function outcome(
  result: CalculationResult,
  category: EmissionCategory,
  facts: RecordFacts,
  tables: RecordTables,
): CalculatedRecord {
  if (result.kind === "calculated") return { kind: "calculated", entries: result.entries };
  const { code, detail } = result.reviewReason;
  if (code === "period_unclear")
    return { kind: "refused", issue: { path: "service_period_end", code, message: detail } };
  const path = code === "exchange_rate_missing" ? "currency" : code === "unit_mismatch" ? "unit" : "category_id";
  return { kind: "refused", issue: { path, code, message: `${detail} ${countableBy(category, facts, tables)}` } };
}

function choiceOf({ attributes, emission_factor_key }: RecordFacts) {
  return {
    ...(attributes === undefined ? {} : { attributes }),
    ...(emission_factor_key === undefined ? {} : { emission_factor: emission_factor_key }),
  };
}

function placeOf({ country, transaction_date }: RecordFacts, tables: RecordTables) {
  return { region: country ?? tables.country, transaction_date };
}

function allocated({ category_id, service_period_start: start, service_period_end: end, description }: RecordFacts) {
  const period = start === null || end === null ? null : { start, end };
  return { category_key: category_id, service_period: periodOfSubscription(period, description) };
}

function fromStatement(category: EmissionCategory, facts: RecordFacts, tables: RecordTables): CalculatedRecord {
  const { emissions, quantity, amount } = facts;
  if (emissions === null) throw new Error("no emissions are stated");
  const place = { category_key: category.key, ...placeOf(facts, tables) };
  if (!takesStatedEmissions(place, tables)) {
    const message = `Emissions cannot be stated for ${category.key}. ${countableBy(category, facts, tables)}`;
    return { kind: "refused", issue: { path: "emissions", code: "not_for_this_category", message } };
  }
  const request = { ...place, ...allocated(facts), quantity, amount };
  return outcome(statedResult(request, emissions, tables), category, facts, tables);
}

function fromActivity(category: EmissionCategory, facts: RecordFacts, tables: RecordTables): CalculationResult {
  const { quantity, amount, transaction_date } = facts;
  const region = facts.country ?? tables.country;
  const { supplier_name, supplier_identifier, company_factor_id } = facts;
  const request = {
    ...allocated(facts),
    transaction_date,
    quantity,
    is_quantity_of_person: true,
    amount,
    region,
    supplier_key: factorSupplier(tables.settings, supplier_name, supplier_identifier),
    ...(company_factor_id === undefined ? {} : { company_factor_id }),
    ...lineChoice({
      category_key: category.key,
      description: facts.description,
      seller: supplier_name,
      stated: choiceOf(facts),
    }),
  };
  return calculate(request, tables.catalog, tables.settings);
}

/** A sentence: in which units, by money, or by stated emissions the category can be counted. */
function countableBy(category: EmissionCategory, facts: RecordFacts, tables: RecordTables): string {
  const place = { category_key: category.key, ...placeOf(facts, tables) };
  const units = unitsOfCategory(place, tables);
  const methods = [
    ...(units.length === 0 ? [] : [`by a quantity in ${units.join(", ")}`]),
    ...(isCountedByMoney(category, facts, tables) ? ["by net_amount and currency"] : []),
    ...(takesStatedEmissions(place, tables) ? ["by emissions that a source states (emissions)"] : []),
  ];
  if (methods.length > 0) return `${category.key} can be counted ${methods.join(", or ")}.`;
  return `${category.key} cannot be counted by itself: book the kWh in the category of their grid, and register what was bought beside them (register_energy_instrument).`;
}

function isCountedByMoney(category: EmissionCategory, facts: RecordFacts, tables: RecordTables): boolean {
  const region = facts.country ?? tables.country;
  const amount = { value: "1", currency: ownCurrency(tables.country) ?? "EUR" };
  const request = {
    category_key: category.key,
    transaction_date: facts.transaction_date,
    quantity: null,
    amount,
    region,
  };
  return calculate(request, tables.catalog, tables.settings).kind === "calculated";
}
