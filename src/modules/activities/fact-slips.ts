import { isDatedAhead } from "../../core/dated-ahead.ts";
import type { ValidationIssue } from "../../core/errors.ts";
import { parseUnit } from "../../core/units.ts";
import { periodDoubt } from "../emissions/index.ts";
import type { FactsContext, FactsInput } from "./facts-input.ts";

/** What is wrong with stated facts: members that lack their partner or contradict one another, unknown units, days to come. Pure. */
export function factSlips(input: FactsInput, context: FactsContext): ValidationIssue[] {
  const { currency, now } = context;
  return [
    ...quantitySlips(input),
    ...priceSlips(input, context),
    ...amountSlips(input, currency),
    ...dateSlips(input, now),
    ...supplierSlips(input),
    ...namedSlips(input),
  ];
}

function quantitySlips(input: FactsInput): ValidationIssue[] {
  const { quantity, unit, clear } = input;
  const issues: ValidationIssue[] = [];
  if (quantity !== undefined && unit === undefined) issues.push(required("unit", "is needed with quantity"));
  const isMeasured = quantity !== undefined || input.unit_price !== undefined;
  if (!isMeasured && unit !== undefined) issues.push(required("quantity", "is needed with unit"));
  if (unit !== undefined && parseUnit(unit) === null) {
    const message = "is no unit that is known here; take one such as kWh, MWh, Nm3, m3, l, kg, t, km, passenger_km";
    issues.push({ path: "unit", code: "unknown_unit", message });
  }
  if (quantity !== undefined && clear?.includes("quantity") === true) issues.push(bothSaid("quantity"));
  return issues;
}

/** A price makes a quantity of money that is there, and stands in place of a stated quantity. */
function priceSlips(input: FactsInput, { currency, has_amount }: FactsContext): ValidationIssue[] {
  const { unit_price, quantity, unit, amount, clear } = input;
  if (unit_price === undefined) return [];
  const issues: ValidationIssue[] = [];
  if (unit === undefined) issues.push(required("unit", "is needed with unit_price"));
  if (amount === undefined && !has_amount)
    issues.push(required("amount", "is needed with unit_price: the line has none"));
  else if (amount === undefined && currency === null) {
    const message = "makes nothing of an amount without currency: state amount and currency as well";
    issues.push({ path: "unit_price", code: "no_currency", message });
  }
  const isCleared = clear?.includes("quantity") === true;
  if (quantity !== undefined || isCleared) {
    const message = "unit_price makes the quantity: state one of them";
    issues.push({ path: "unit_price", code: "contradiction", message });
  }
  return issues;
}

function amountSlips({ amount, currency, tax_treatment }: FactsInput, lineCurrency: string | null): ValidationIssue[] {
  if (amount !== undefined) {
    if (currency !== undefined || lineCurrency !== null) return [];
    return [required("currency", "is needed: the line has no currency")];
  }
  if (currency !== undefined) return [required("amount", "is needed with currency")];
  return tax_treatment === undefined ? [] : [required("amount", "is needed with tax_treatment")];
}

function dateSlips(input: FactsInput, now: Date): ValidationIssue[] {
  const { transaction_date, service_period_start: start, service_period_end: end, clear } = input;
  const issues: ValidationIssue[] = [];
  if (transaction_date !== undefined && isDatedAhead(transaction_date, now)) {
    issues.push({ path: "transaction_date", code: "in_future", message: "must be today or earlier" });
  }
  if (start !== undefined && end === undefined) issues.push(required("service_period_end", "is needed with the start"));
  if (start === undefined && end !== undefined) issues.push(required("service_period_start", "is needed with the end"));
  if (start !== undefined && end !== undefined) {
    const doubt = periodDoubt({ start, end });
    if (end < start) {
      issues.push({ path: "service_period_end", code: "before_start", message: "must not be before the start" });
    } else if (doubt !== null) issues.push({ path: "service_period_end", code: "period_too_long", message: doubt });
  }
  if (start !== undefined && clear?.includes("service_period") === true) issues.push(bothSaid("service_period"));
  return issues;
}

function supplierSlips({ supplier_name, supplier_identifier }: FactsInput): ValidationIssue[] {
  if (supplier_identifier === undefined || supplier_name !== undefined) return [];
  return [required("supplier_name", "is needed with supplier_identifier")];
}

function namedSlips(input: FactsInput): ValidationIssue[] {
  const { company_factor_id, supply_id, attributes, emission_factor_key, emissions, clear = [] } = input;
  const said = {
    company_factor: company_factor_id,
    supply: supply_id,
    attributes,
    emission_factor: emission_factor_key,
    emissions,
  };
  return Object.entries(said)
    .filter(([fact, value]) => value !== undefined && clear.some((cleared) => cleared === fact))
    .map(([fact]) => bothSaid(fact));
}

function required(path: string, message: string): ValidationIssue {
  return { path, code: "required", message };
}

function bothSaid(fact: string): ValidationIssue {
  return { path: "clear", code: "contradiction", message: `${fact} is stated and cleared in one request` };
}
