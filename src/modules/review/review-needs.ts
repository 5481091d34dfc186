import type { Catalog } from "../../core/catalog.ts";
import { ownCurrency } from "../../core/currency.ts";
import type { Unit } from "../../core/units.ts";
import { roundedNumber } from "../../core/quantity.ts";
import {
  type CurrentActivityRow,
  readAs,
  type ReadingTables,
  requestOf,
  suggestedCategory,
} from "../activities/index.ts";
import { type CountryOption, countryOptions } from "./country-options.ts";
import type { ReviewNeed } from "./review-need.ts";
import {
  ATTRIBUTE_TEXTS,
  CATEGORY,
  CLOSED_YEAR,
  CREDITED,
  DATE,
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
  attributeClasses,
  type CalculationRequest,
  countableUnits,
  isNamedFactorGone,
  keptOpenPeriod,
  lifeCycleOption,
  type ReviewReason,
  takesStatedEmissions,
  unitsOfCategory,
} from "../emissions/index.ts";

/** Why a line waits: the code of its reading, or what the engine says of the suggested category. */
export type ReviewCode = ReviewReason["code"];

/** Finds what settles lines; the units of a category are looked up once for all lines of a page. */
export function needsReader(
  tables: ReadingTables,
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
        return [countryNeed(countryOptions(row, tables))];
      case "record_differs":
        return [DIFFERS];
      case "financial_year_closed":
        return [CLOSED_YEAR];
      case "date_unclear":
        return [DATE, UNCLEAR];
      case "period_unclear":
        return [periodNeed(row), ...(suggestedCategory(row) === null ? [CATEGORY] : [])];
      case "advance_deducted":
        return [SETTLED_ELSEWHERE];
      case "credit_unmatched":
        return [CREDITED];
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
          ...lifeCycleNeed(row, tables),
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
    // A suggestion that lacks something can be taken with it, or another category be chosen.
    return row.review_code === "category_needs_person" && !needs.includes(CATEGORY) ? [...needs, CATEGORY] : needs;
  };
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
    const key = `${category_key} ${transaction_date.slice(0, 4)}`;
    const place = { category_key, transaction_date, region: tables.country };
    const known = needs.get(key) ?? factorlessNeeds(place, tables);
    needs.set(key, known);
    return known;
  };
}

/** Of what takes neither, which is power under a contract, the kWh count as the grid's. */
function factorlessNeeds(
  place: Pick<CalculationRequest, "category_key" | "transaction_date" | "region">,
  tables: ReadingTables,
): readonly ReviewNeed[] {
  if (takesStatedEmissions(place, tables)) return [EMISSIONS];
  const needs = quantityNeed(unitsOfCategory(place, tables));
  return needs.length === 0 ? [GRID_POWER] : needs;
}

/** What an advance does not say: its days, or its supply. */
function placeNeeds({ service_period_start, service_period_end, supply_id }: CurrentActivityRow): ReviewNeed[] {
  const hasPeriod = service_period_start !== null && service_period_end !== null;
  return [...(hasPeriod ? [] : [PERIOD]), ...(supply_id === null ? [SUPPLY] : [])];
}

/** With the days that are likely where the document names some without saying which. */
function periodNeed({ conversion }: CurrentActivityRow): ReviewNeed {
  const open = keptOpenPeriod(conversion);
  if (open === undefined) return PERIOD;
  const { start, end, words } = open;
  return {
    ...PERIOD,
    proposed: { service_period_start: start, service_period_end: end },
    text_da: `${PERIOD.text_da} Bilaget siger "${words}", som ikke fortæller hvilke dage; forslag: ${start} til ${end}.`,
    text_en: `${PERIOD.text_en} The document says "${words}", which does not tell the days; proposed: ${start} to ${end}.`,
  };
}

const countryNames = {
  da: new Intl.DisplayNames(["da"], { type: "region" }),
  en: new Intl.DisplayNames(["en"], { type: "region" }),
};

/** The life-cycle figure of a grid without one of generation alone, with what the line would count by it. */
function lifeCycleNeed(row: CurrentActivityRow, tables: ReadingTables): ReviewNeed[] {
  const { request, settings } = requestOf(row, row.category_key, tables);
  const option = lifeCycleOption(request, tables.catalog, settings);
  if (option === null) return [];
  const { key, country, kg } = option;
  const effect = kg === null ? "" : ` (${roundedNumber(kg)} kg)`;
  return [
    {
      field: "emission_factor_key",
      units: [],
      emission_factor_key: key,
      text_da: `Der er intet tal for elproduktionen alene i ${countryNames.da.of(country) ?? country}. Livscyklustallet ${key}${effect} sætter scope 2 for højt og tæller kun, når I vælger det; ellers opret jeres egen faktor.`,
      text_en: `There is no figure of the generation of electricity alone in ${countryNames.en.of(country) ?? country}. The life-cycle figure ${key}${effect} overstates scope 2 and counts only where you choose it; otherwise add your own factor.`,
    },
  ];
}

/** In which country it was used, with what the likely ones would count. */
function countryNeed(options: readonly CountryOption[]): ReviewNeed {
  const shown = options
    .map(({ country, effect_kg }) => `${country} ${effect_kg === null ? "?" : effect_kg} kg`)
    .join(", ");
  const told = shown === "" ? "" : ` (${shown})`;
  return {
    field: "attributes",
    units: [],
    options: [...options],
    text_da: `Angiv det land, hvor strømmen er brugt${told}.`,
    text_en: `State the country in which the electricity was used${told}.`,
  };
}

/** Where no quantity helps, another category does. */
function either(needs: readonly ReviewNeed[]): readonly ReviewNeed[] {
  return needs.length === 0 ? [CATEGORY] : needs;
}

/** Which of the classes that the factors of a category differ in the line is about. */
function attributeNeed(category_key: string): ReviewNeed[] {
  const attributes = attributeClasses(category_key).map(({ name, values }) => ({
    name,
    values: [...values],
    ...ATTRIBUTE_TEXTS[name],
  }));
  if (attributes.length === 0) return [];
  const told = (language: "name_da" | "name_en"): string =>
    attributes.map((attribute) => `${attribute[language]} (${attribute.values.join(", ")})`).join("; ");
  return [
    {
      field: "attributes",
      units: [],
      attributes,
      text_da: `Angiv, hvad linjen handler om: ${told("name_da")}.`,
      text_en: `State what the line is about: ${told("name_en")}.`,
    },
  ];
}

/** Units that people write; the others of the same measure convert to them. */
const SHOWN_MAX = 6;

function quantityNeed(units: readonly string[]): ReviewNeed[] {
  const [first] = units;
  if (first === undefined) return [];
  const shown = units.slice(0, SHOWN_MAX).join(", ");
  return [
    {
      field: "quantity",
      units: [...units],
      text_da: `Angiv mængden, f.eks. i ${shown}.`,
      text_en: `State the quantity, e.g. in ${shown}.`,
    },
  ];
}

/** What an amount on account is paid at per unit makes its quantity. */
function priceNeed({ amount, currency }: CurrentActivityRow, units: readonly Unit[], asked: string): ReviewNeed[] {
  const [first] = units;
  if (first === undefined || amount === null) return [];
  const hasCurrency = currency !== null;
  return [
    {
      field: "unit_price",
      units: [...units],
      ...(hasCurrency ? {} : { currency: asked }),
      text_da: `Angiv prisen uden moms for en enhed, f.eks. pr. ${first}: så giver beløbet mængden.${hasCurrency ? "" : " Angiv også beløbet og dets valuta."}`,
      text_en: `State what one unit costs without VAT, e.g. per ${first}: the amount makes the quantity.${hasCurrency ? "" : " State the amount and its currency as well."}`,
    },
  ];
}

/** The company's own currency, or EUR where no rate of it is known for the day: an amount in it would be refused. */
function amountCurrency(own: string | null, { transaction_date }: CurrentActivityRow, catalog: Catalog): string {
  const hasRate = own !== null && catalog.exchangeRate(own, transaction_date.slice(0, 10)) !== null;
  return hasRate ? own : "EUR";
}

function amountNeed(currency: string): ReviewNeed {
  return {
    field: "amount",
    units: [],
    currency,
    text_da: `Angiv beløbet uden moms i ${currency}.`,
    text_en: `State the amount without VAT in ${currency}.`,
  };
}
