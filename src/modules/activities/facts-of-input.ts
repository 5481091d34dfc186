import { countryOfNumber } from "../../core/country-of-number.ts";
import { validationError } from "../../core/errors.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { parseUnit } from "../../core/units.ts";
import { statedAttributes, toStatedEmissions } from "../emissions/index.ts";
import { factSlips } from "./fact-slips.ts";
import type { FactsContext, FactsInput } from "./facts-input.ts";
import type { StatedFacts } from "./stated-facts.ts";

/**
 * The facts that a request states; null: none.
 * @throws ServiceError request.validation_failed for members that lack their partner, unknown units, days to come
 */
export function statedFacts(input: FactsInput, context: FactsContext): StatedFacts | null {
  const issues = factSlips(input, context);
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
    ...supplierFacts(input),
  };
  return Object.keys(facts).length === 0 ? null : facts;
}

function supplierFacts({ supplier_name: name, supplier_identifier }: FactsInput): StatedFacts {
  const identifier = supplier_identifier ?? null;
  return name === undefined ? {} : { supplier: { name, identifier, country: countryOfNumber(identifier) } };
}

function choiceFacts({ attributes, emission_factor_key, emissions, clear }: FactsInput): StatedFacts {
  return {
    ...(clear?.includes("attributes") === true ? { attributes: null } : {}),
    ...(clear?.includes("emission_factor") === true ? { emission_factor: null } : {}),
    ...(attributes === undefined ? {} : { attributes: statedAttributes(attributes) }),
    ...(emission_factor_key === undefined ? {} : { emission_factor: emission_factor_key }),
    ...(clear?.includes("emissions") === true ? { emissions: null } : {}),
    ...(emissions === undefined ? {} : { emissions: toStatedEmissions(emissions) }),
  };
}
