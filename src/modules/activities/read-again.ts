import type { Catalog } from "../../core/catalog.ts";
import type { NetAmount } from "../../core/net-amount.ts";
import {
  calculate,
  degreeDaySteps,
  isSoldWaste,
  type KeptFacts,
  keptFacts,
  keptFactSteps,
  type ConversionStep,
  keptRule,
  lineChoice,
  type LineChoice,
  type LineRule,
  type CalculationRequest,
  type CalculationResult,
  type CalculationSettings,
  lineQuantity,
  type LineQuantity,
  sellerCountry,
  statedResult,
  tablesCountedBy,
} from "../emissions/index.ts";
import { factorSupplier } from "../company-factors/index.ts";
import type { Footprints } from "../pcf/index.ts";
import { advanceOf } from "../reading/index.ts";
import type { PeriodRules } from "../supplier-register/index.ts";
import { advanceSteps, pricedQuantity, settledPeriods, statedPrice } from "./advance-steps.ts";
import { creditSteps, isByMoney, keptCountedBy } from "./credit-steps.ts";
import { type ReadSplit, RECORD } from "./ledger-batch.ts";
import { changesPrice } from "./lowered-price.ts";
import { netOfLine } from "./net-of-line.ts";
import { periodOfLine } from "./period-of-line.ts";
import { printedValue, productOfLine } from "./product-of-line.ts";
import { ruledPeriodOf } from "./ruled-period.ts";
import { placeOfStatement } from "./stated-facts.ts";
import type { CurrentActivityRow } from "./store.ts";

/** What the reading of a booked line in a category depends on besides the line. */
export interface ReadingTables {
  readonly catalog: Catalog;
  readonly footprints: Footprints;
  /** ISO 3166-1 alpha-2 of the company. */
  readonly country: string;
  readonly settings: CalculationSettings;
  /** Which period the bills of suppliers are for that state none. */
  readonly period_rules: PeriodRules;
}

/** What of a line decides how it is read. */
export type ReadableLine = Pick<
  CurrentActivityRow,
  | "amount"
  | "classification_codes"
  | "conversion"
  | "currency"
  | "description"
  | "document_type"
  | "line_kind"
  | "quantity"
  | "ruled_period"
  | "split_quantity"
  | "split_unit"
  | "stated"
  | "supplier_country"
  | "service_period_end"
  | "service_period_start"
  | "supplier_identifier"
  | "supplier_name"
  | "tax_treatment"
  | "transaction_date"
  | "unit"
>;

/** How a booked line counts in a category. */
export interface Reading {
  readonly split: ReadSplit;
  /** Of kind "review" when nothing can be calculated for the category. */
  readonly result: CalculationResult;
}

/**
 * Calculates a line that is in the ledger as if it belonged to a category. Pure: what the source states and the tables
 * decide, so that an offered effect and the correction itself give the same figures.
 */
export function readAs(
  current: ReadableLine,
  categoryKey: string,
  tables: ReadingTables,
  rule: LineRule = keptRule(current.conversion),
): Reading {
  const { request, settings, net, steps, kept } = requestOf(current, categoryKey, tables, rule);
  const { quantity } = request;
  const { emissions } = current.stated ?? {};
  const result =
    emissions == null
      ? calculate(request, tables.catalog, settings)
      : statedResult({ ...request, region: placeOfStatement(current.stated, tables.country) }, emissions, tables);
  const split = {
    quantity: quantity?.value ?? null,
    unit: quantity?.unit ?? null,
    conversion: [
      ...(net?.conversion ?? []),
      ...steps,
      ...keptFactSteps(kept),
      ...degreeDaySteps(result),
      ...creditSteps(current),
    ],
    allocated_amount: net?.value ?? null,
    allocated_currency: net?.currency ?? null,
    ruled_period: ruledPeriodOf(request.service_period ?? null),
  };
  return { split, result };
}

/** A line as the calculation asks for it, and what its split keeps. */
interface AskedLine {
  readonly request: CalculationRequest;
  /** What it is calculated with: what takes something back counts by what of the company's that counts by. */
  readonly settings: CalculationSettings;
  readonly net: NetAmount | null;
  readonly steps: readonly ConversionStep[];
  readonly kept: KeptFacts;
}

/** What a booked line in a category asks of the calculation: the same for a reading and for the factors that it could be counted with. */
export function requestOf(
  current: ReadableLine,
  categoryKey: string,
  inForce: ReadingTables,
  rule: LineRule = keptRule(current.conversion),
): AskedLine {
  const tables = tablesCountedBy(inForce, keptCountedBy(current.conversion), categoryKey);
  const { catalog, country, settings } = tables;
  const kept = { ...keptFacts(current.conversion), rule };
  const byMoney = isByMoney(current.conversion) && current.stated?.quantity == null;
  const product = byMoney ? null : productOfLine(current, catalog.category(categoryKey), tables);
  // VAT in a payment depends on the category, so the net amount is found anew from what the source states.
  const net = netOfLine(current, country, categoryKey);
  const choice = lineChoice({
    category_key: categoryKey,
    description: current.description,
    seller: current.supplier_name,
    stated: current.stated,
    rule,
    place: kept.place,
  });
  const ofCompany = { ...companyChoice(current, settings), ...choice };
  const price = current.stated?.unit_price === undefined ? null : statedPrice(current.stated.unit_price, net);
  const line: LineQuantity =
    product?.kind === "match"
      ? { quantity: product.quantity }
      : price === null
        ? byMoney
          ? { quantity: null }
          : countedQuantity(current, { categoryKey, net, ofCompany, fuel_values: kept.fuel_values }, tables)
        : { quantity: price.quantity };
  const advance = advanceOf(current);
  const steps = advanceSteps(current);
  const toldSteps = price === null ? steps : [...steps, price.step];
  const { fuel_values, open_period } = kept;
  const isIncome = isSoldWaste({ ...current, category_key: categoryKey });
  const service_period = periodOfLine(current, categoryKey, tables.period_rules);
  const request = {
    category_key: categoryKey,
    transaction_date: current.transaction_date.slice(0, 10),
    service_period,
    ...(open_period === undefined ? {} : { open_period }),
    ...line,
    // What a record says was stated by a person too.
    is_quantity_of_person: current.document_type === RECORD || current.stated?.quantity !== undefined,
    fuel_values,
    amount: net === null || net.currency === null || isIncome ? null : { value: net.value, currency: net.currency },
    region: country,
    ...sellerCountry(current.supplier_country),
    ...(advance === null ? {} : { advance }),
    ...(toldSteps.length === 0 ? {} : { advance_steps: toldSteps, settled: settledPeriods(steps) }),
    ...(product === null ? {} : { product }),
    ...ofCompany,
  };
  return { request, settings, net, steps, kept };
}

type CompanyChoice = Pick<CalculationRequest, "supplier_key" | "company_factor_id">;

/** What decides which of the company's own factors counts the line. */
function companyChoice(
  { supplier_name, supplier_identifier, stated }: ReadableLine,
  settings: CalculationSettings,
): CompanyChoice {
  const supplier_key = factorSupplier(settings, supplier_name, supplier_identifier);
  return stated?.company_factor === undefined
    ? { supplier_key }
    : { supplier_key, company_factor_id: stated.company_factor };
}

/** What a person stated of the quantity counts, or goes to review when its unit does not fit: it never gives way to money. */
function countedQuantity(
  current: ReadableLine,
  {
    categoryKey,
    net,
    ofCompany,
    fuel_values,
  }: {
    readonly categoryKey: string;
    readonly net: NetAmount | null;
    readonly ofCompany: CompanyChoice & LineChoice;
  } & Pick<KeptFacts, "fuel_values">,
  { catalog, country, settings }: ReadingTables,
): LineQuantity {
  const stated = current.stated?.quantity;
  if (stated !== undefined) return { quantity: stated };
  // What takes back a line in its very words takes back its quantity.
  if (changesPrice(current) && !takesBack(current)) return { quantity: null };
  const priced = pricedQuantity(current, net);
  if (priced !== null) return { quantity: priced };
  return lineQuantity(
    {
      category_key: categoryKey,
      transaction_date: current.transaction_date.slice(0, 10),
      region: country,
      counted: counted(current),
      printed: { value: printedValue(current), unit: current.unit },
      description: current.description,
      amount: current.amount,
      is_sold_waste: isSoldWaste({ ...current, category_key: categoryKey }),
      fuel_values,
      ...ofCompany,
    },
    { catalog, settings },
  );
}

function takesBack({ conversion }: ReadableLine): boolean {
  return conversion.some(({ kind }) => kind === "credit");
}

/** Signed already. */
function counted({ split_quantity, split_unit }: ReadableLine): { value: string; unit: string } | null {
  return split_quantity === null || split_unit === null ? null : { value: split_quantity, unit: split_unit };
}
