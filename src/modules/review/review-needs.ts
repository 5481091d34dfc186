import type { Catalog } from "../../core/catalog.ts";
import { ownCurrency } from "../../core/currency.ts";
import type { Unit } from "../../core/units.ts";
import { ACCEPTED_FROM } from "../categorization/index.ts";
import {
  type CurrentActivityRow,
  invoiceCurrency,
  isOfDocument,
  readAs,
  type ReadingTables,
  requestOf,
  suggestedCategory,
} from "../activities/index.ts";
import { countryOptions, gridCategory } from "./country-options.ts";
import { amountNeed, attributeNeed, type FiguredNeeds, priceNeed, quantityNeed, takenBackNeeds } from "./fact-needs.ts";
import type { ReviewNeed } from "./review-need.ts";
import {
  CATEGORY,
  CLOSED_YEAR,
  CREDITED,
  DATE,
  DEDUCTED,
  DEFER,
  DIFFERS,
  DUPLICATE,
  EMISSIONS,
  ESTIMATE,
  GRID_POWER,
  OWN_FACTOR,
  PERIOD,
  SETTLED_ELSEWHERE,
  SUPPLY,
  UNCLEAR,
} from "./need-texts.ts";
import {
  type CalculationRequest,
  countableUnits,
  isNamedFactorGone,
  lifeCycleOption,
  type ReviewReason,
  takesStatedEmissions,
  unitsOfCategory,
} from "../emissions/index.ts";

/** Why a line waits: the code of its reading, or what the engine says of the suggested category. */
export type ReviewCode = ReviewReason["code"];

/**
 * Finds what settles lines, of single ones or of those of a group, as `figured` says; the units of a category are looked up once for all
 * lines of a page.
 */
export function needsReader(
  tables: ReadingTables,
  figured: FiguredNeeds,
): (row: CurrentActivityRow, code: ReviewCode) => readonly ReviewNeed[] {
  const { catalog, settings, country } = tables;
  const unitsByCategory = new Map<string, readonly Unit[]>();
  const unitsOf = ({ category_key, transaction_date }: CurrentActivityRow): readonly Unit[] => {
    const key = `${category_key} ${transaction_date.slice(0, 4)}`;
    const request = { category_key, transaction_date: transaction_date.slice(0, 10), region: country };
    const units = unitsByCategory.get(key) ?? countableUnits(request, catalog, settings);
    unitsByCategory.set(key, units);
    return units;
  };
  const needsOfFactorless = factorlessReader(tables);
  const creditNeeds = (row: CurrentActivityRow): readonly ReviewNeed[] => {
    const currency = invoiceCurrency(row);
    return currency === null ? [CREDITED] : [...takenBackNeeds(row, unitsOf(row), currency), CREDITED];
  };
  const ofCode = (row: CurrentActivityRow, code: ReviewCode): readonly ReviewNeed[] => {
    switch (code) {
      case "category_needs_person":
        return [...needsOfFactorless(row), CATEGORY];
      case "unclassified":
        return [CATEGORY];
      case "possible_duplicate":
      case "payment_unmatched":
        return [DUPLICATE];
      case "document_unclear":
      case "supply_unknown":
      case "quantity_repeated":
        return [UNCLEAR];
      case "country_unclear":
        return [figured.country(countryOptions(row, tables))];
      case "record_differs":
        return [DIFFERS];
      case "financial_year_closed":
        return [CLOSED_YEAR];
      case "date_unclear":
        return [DATE, UNCLEAR];
      case "period_unclear":
        return [figured.period(row)];
      case "advance_deducted":
        return [DEDUCTED];
      case "credit_unmatched":
        return creditNeeds(row);
      case "advance_without_quantity":
        return [
          ...quantityNeed(unitsOf(row)),
          ...priceNeed(row, unitsOf(row), amountCurrency(ownCurrency(country), row, catalog)),
          DEFER,
          SETTLED_ELSEWHERE,
        ];
      case "advance_deferred":
        return [...quantityNeed(unitsOf(row)), SETTLED_ELSEWHERE];
      case "advance_unsettled":
        return [...placeNeeds(row), SETTLED_ELSEWHERE, ESTIMATE];
      case "no_factor":
        if (isNamedFactorGone(row.stated?.company_factor, settings.company_factors)) return [OWN_FACTOR];
        return [
          ...lifeCycleNeeds(row, tables, figured),
          ...either([...attributeNeed(row.category_key), ...quantityNeed(unitsOf(row))]),
        ];
      case "quantity_missing":
      case "unit_mismatch":
        return either(quantityNeed(unitsOf(row)));
      case "exchange_rate_missing":
      case "vat_unknown":
      case "no_amount_or_quantity":
        break;
    }
    return [...quantityNeed(unitsOf(row)), amountNeed(amountCurrency(ownCurrency(country), row, catalog))];
  };
  return (row, code) => {
    const needs = ofCode(row, code);
    return isCategoryOpen(row, code) && !needs.includes(CATEGORY) ? [...needs, CATEGORY] : needs;
  };
}

/**
 * Whether a line is asked for its category beside what it lacks: a suggestion can be taken with that, or another one be chosen. What is asked of its
 * document is asked first where its category is in doubt.
 */
function isCategoryOpen(row: CurrentActivityRow, code: ReviewCode): boolean {
  const isDoubted = isOfDocument(code) && Number(row.confidence) < ACCEPTED_FROM;
  return row.review_code === "category_needs_person" || suggestedCategory(row) === null || isDoubted;
}

/**
 * Finds what counts the suggested category of a line where no factor of the catalogue does: what a source states of it, its quantity
 * alone, as of own power, or the grid's category in its place. Empty: a factor counts it.
 */
function factorlessReader(tables: ReadingTables): (row: CurrentActivityRow) => readonly ReviewNeed[] {
  const needs = new Map<string, readonly ReviewNeed[]>();
  return (row) => {
    const category = tables.catalog.category(suggestedCategory(row) ?? "");
    if (category === undefined) return [];
    const { key: category_key, default_factor_key, spend_factor_key } = category;
    if (default_factor_key !== null || spend_factor_key !== null) return [];
    // The company may have a factor of its own per amount.
    if (readAs(row, category_key, tables).result.kind === "calculated") return [];
    const transaction_date = row.transaction_date.slice(0, 10);
    const has_quantity = row.quantity !== null;
    const key = `${category_key} ${transaction_date.slice(0, 4)} ${has_quantity}`;
    const place = { category_key, transaction_date, region: tables.country };
    const known = needs.get(key) ?? factorlessNeeds({ ...place, has_quantity }, tables);
    needs.set(key, known);
    return known;
  };
}

/** Of what takes neither, which is power under a contract, the kWh count as the grid's: they are asked for where the line has none. */
function factorlessNeeds(
  place: Pick<CalculationRequest, "category_key" | "transaction_date" | "region"> & { readonly has_quantity: boolean },
  tables: ReadingTables,
): readonly ReviewNeed[] {
  if (takesStatedEmissions(place, tables)) return [EMISSIONS];
  const needs = quantityNeed(unitsOfCategory(place, tables));
  if (needs.length > 0) return needs;
  const grid = { ...place, category_key: gridCategory(place.region) };
  return [place.has_quantity ? GRID_POWER : { ...GRID_POWER, units: [...unitsOfCategory(grid, tables)] }];
}

/** The life-cycle figure of the line's grid, where it has no figure of generation alone. */
function lifeCycleNeeds(row: CurrentActivityRow, tables: ReadingTables, figured: FiguredNeeds): ReviewNeed[] {
  const { request, settings } = requestOf(row, row.category_key, tables);
  const option = lifeCycleOption(request, tables.catalog, settings);
  return option === null ? [] : [figured.lifeCycle(option)];
}

/** What an advance does not say: its days, or its supply. */
function placeNeeds({ service_period_start, service_period_end, supply_id }: CurrentActivityRow): ReviewNeed[] {
  const hasPeriod = service_period_start !== null && service_period_end !== null;
  return [...(hasPeriod ? [] : [PERIOD]), ...(supply_id === null ? [SUPPLY] : [])];
}

/** Where no quantity helps, another category does. */
function either(needs: readonly ReviewNeed[]): readonly ReviewNeed[] {
  return needs.length === 0 ? [CATEGORY] : needs;
}

/** The company's own currency, or EUR where no rate of it is known for the day: an amount in it would be refused. */
function amountCurrency(own: string | null, { transaction_date }: CurrentActivityRow, catalog: Catalog): string {
  const hasRate = own !== null && catalog.exchangeRate(own, transaction_date.slice(0, 10)) !== null;
  return hasRate ? own : "EUR";
}
