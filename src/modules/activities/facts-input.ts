import { z } from "zod";
import { isDatedAhead } from "../../core/dated-ahead.ts";
import { validationError, type ValidationIssue } from "../../core/errors.ts";
import { dayInput } from "../../core/moment.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { figureBetween, positiveFigure } from "../../core/stated-figure.ts";
import { parseUnit } from "../../core/units.ts";
import { attributesInput, emissionFactorInput, periodDoubt, statedAttributes } from "../emissions/index.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { lineInput } from "../../core/visible-text.ts";
import { type StatedFacts, TAX_TREATMENTS } from "./stated-facts.ts";

const CLEARED_FACTS = [
  "quantity",
  "service_period",
  "company_factor",
  "supply",
  "attributes",
  "emission_factor",
] as const;

const FIGURE_MAX = 1_000_000_000_000;
const figure = figureBetween(-FIGURE_MAX, FIGURE_MAX);

/** How a request states facts. Shared by corrections and decisions. */
export const factsInput = z.strictObject({
  quantity: figure.describe("Physical quantity in unit; a credit is negative").optional(),
  unit: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .describe("Unit of quantity or of unit_price, e.g. l, kWh, Nm3, km, kg; needed with it")
    .optional(),
  unit_price: positiveFigure(FIGURE_MAX)
    .describe(
      "What one unit costs without VAT, in the currency of the amount: the amount makes the quantity, e.g. of an advance",
    )
    .optional(),
  amount: figure.describe("Money in currency; a credit is negative").optional(),
  currency: z
    .string()
    .max(3)
    .regex(/^[A-Z]{3}$/, "must be a currency code of three capital letters")
    .describe("Of amount; default the currency that the line has")
    .optional(),
  tax_treatment: z.enum(TAX_TREATMENTS).describe("Whether amount includes VAT, default excl_vat").optional(),
  transaction_date: dayInput.describe("Date of the document or purchase, YYYY-MM-DD").optional(),
  service_period_start: dayInput.describe("First day on which it was used, YYYY-MM-DD; needs the end").optional(),
  service_period_end: dayInput.describe("Last day on which it was used, YYYY-MM-DD").optional(),
  supplier_name: lineInput(200).describe("Who sold it").optional(),
  supplier_identifier: lineInput(50).describe("CVR or VAT number of supplier_name").optional(),
  supply_id: z
    .uuid()
    .describe("Metered supply that it is about, from GET /supplies: its bills settle it, or are settled by it")
    .optional(),
  company_factor_id: z
    .uuid()
    .describe("Factor of the company that counts it, from GET /company-factors; of its category")
    .optional(),
  attributes: attributesInput
    .describe("What it is about beyond its category, all of it: what is not named is read from its words")
    .optional(),
  emission_factor_key: emissionFactorInput.optional(),
  clear: z
    .array(z.enum(CLEARED_FACTS))
    .min(1)
    .max(CLEARED_FACTS.length)
    .describe(
      "Facts that the document states wrongly while nobody knows the right ones: they no longer count. company_factor: none of the company's own factors counts it; supply: it is about none; emission_factor: the usual choice, whatever was chosen for earlier lines like it",
    )
    .optional(),
});

SCHEMA_NAMES.add(factsInput, { name: "StatedFacts" });

export type FactsInput = z.infer<typeof factsInput>;

/** What stated facts are checked against. */
export interface FactsContext {
  /** Currency that the line has now; null: none. */
  readonly currency: string | null;
  /** Whether the line has an amount now. */
  readonly has_amount: boolean;
  readonly now: Date;
}

/** What the facts about a line are checked against. */
export function factsContext(
  { currency, amount }: { readonly currency: string | null; readonly amount: string | null },
  now: Date,
): FactsContext {
  return { currency, has_amount: amount !== null, now };
}

/**
 * The facts that a request states; null: none.
 * @throws ServiceError request.validation_failed for members that lack their partner, unknown units, days to come
 */
export function statedFacts(input: FactsInput, context: FactsContext): StatedFacts | null {
  const issues = slipsOf(input, context);
  if (issues.length > 0) throw validationError(issues.map((issue) => ({ ...issue, path: `facts.${issue.path}` })));
  const {
    quantity,
    unit_price,
    amount,
    transaction_date,
    service_period_start: start,
    service_period_end: end,
  } = input;
  const unit = input.unit === undefined ? null : parseUnit(input.unit);
  const currency = input.currency ?? context.currency;
  const facts: StatedFacts = {
    ...(input.clear?.includes("quantity") === true ? { quantity: null } : {}),
    ...(input.clear?.includes("service_period") === true ? { service_period: null } : {}),
    ...(input.clear?.includes("company_factor") === true ? { company_factor: null } : {}),
    ...(input.clear?.includes("supply") === true ? { supply: null } : {}),
    ...(input.supply_id === undefined ? {} : { supply: input.supply_id }),
    ...(input.company_factor_id === undefined ? {} : { company_factor: input.company_factor_id }),
    ...choiceFacts(input),
    ...(quantity === undefined || unit === null ? {} : { quantity: { value: decimalText(decimal(quantity)), unit } }),
    ...(unit_price === undefined || unit === null || currency === null
      ? {}
      : { unit_price: { value: decimalText(decimal(unit_price)), currency, unit } }),
    ...(amount === undefined || currency === null
      ? {}
      : {
          amount: {
            value: decimalText(decimal(amount)),
            currency,
            tax_treatment: input.tax_treatment ?? "excl_vat",
          },
        }),
    ...(transaction_date === undefined ? {} : { transaction_date }),
    ...(start === undefined || end === undefined ? {} : { service_period: { start, end } }),
    ...(input.supplier_name === undefined
      ? {}
      : { supplier: { name: input.supplier_name, identifier: input.supplier_identifier ?? null } }),
  };
  return Object.keys(facts).length === 0 ? null : facts;
}

function choiceFacts({ attributes, emission_factor_key, clear }: FactsInput): StatedFacts {
  return {
    ...(clear?.includes("attributes") === true ? { attributes: null } : {}),
    ...(clear?.includes("emission_factor") === true ? { emission_factor: null } : {}),
    ...(attributes === undefined ? {} : { attributes: statedAttributes(attributes) }),
    ...(emission_factor_key === undefined ? {} : { emission_factor: emission_factor_key }),
  };
}

function slipsOf(input: FactsInput, context: FactsContext): ValidationIssue[] {
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
  const { company_factor_id, supply_id, attributes, emission_factor_key, clear = [] } = input;
  const said = {
    company_factor: company_factor_id,
    supply: supply_id,
    attributes,
    emission_factor: emission_factor_key,
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
