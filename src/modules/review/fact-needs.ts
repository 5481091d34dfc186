import { formatNumber } from "../../core/number-format.ts";
import { roundedNumber } from "../../core/quantity.ts";
import type { Unit } from "../../core/units.ts";
import type { CurrentActivityRow } from "../activities/index.ts";
import {
  attributeClasses,
  countryNames,
  isUsedOverTime,
  keptOpenPeriod,
  type lifeCycleOption,
  valueNames,
} from "../emissions/index.ts";
import type { CountryOption } from "./country-options.ts";
import { ATTRIBUTE_TEXTS, DATE, PERIOD } from "./need-texts.ts";
import type { ReviewNeed } from "./review-need.ts";

type LifeCycleOption = NonNullable<ReturnType<typeof lifeCycleOption>>;

/** The needs that tell figures and days of a line. */
export interface FiguredNeeds {
  readonly period: (row: CurrentActivityRow) => ReviewNeed;
  readonly lifeCycle: (option: LifeCycleOption) => ReviewNeed;
  readonly country: (options: readonly CountryOption[]) => ReviewNeed;
}

/** Of one line, with its own figures and days. */
export const OF_LINE: FiguredNeeds = { period: periodNeed, lifeCycle: lifeCycleNeed, country: countryNeed };

/** Of lines that are alike: what is figured or proposed for one of them does not hold for the others. */
export const OF_GROUP: FiguredNeeds = {
  period: () => PERIOD,
  lifeCycle: (option) => lifeCycleNeed({ ...option, kg: null }),
  country: (options) => countryNeed(options.map((option) => ({ ...option, effect_kg: null }))),
};

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

/** The life-cycle figure of a grid without one of generation alone, with what the line would count by it. */
function lifeCycleNeed({ key, country, kg }: LifeCycleOption): ReviewNeed {
  const effect = (language: "da" | "en"): string =>
    kg === null ? "" : ` (${formatNumber(roundedNumber(kg), language)} kg)`;
  const { name_da, name_en } = countryNames(country);
  return {
    field: "emission_factor_key",
    units: [],
    emission_factor_key: key,
    text_da: `Der er intet tal for elproduktionen alene i ${name_da}. Livscyklustallet ${key}${effect("da")} sætter scope 2 for højt og tæller kun, når I vælger det; ellers opret jeres egen faktor.`,
    text_en: `There is no figure of the generation of electricity alone in ${name_en}. The life-cycle figure ${key}${effect("en")} overstates scope 2 and counts only where you choose it; otherwise add your own factor.`,
  };
}

/** In which country it was used, with what the likely ones would count. */
function countryNeed(options: readonly CountryOption[]): ReviewNeed {
  const told = (language: "da" | "en"): string => {
    const shown = options.map(({ country, effect_kg }) =>
      effect_kg === null ? country : `${country} ${formatNumber(effect_kg, language)} kg`,
    );
    return shown.length === 0 ? "" : ` (${shown.join(", ")})`;
  };
  return {
    field: "attributes",
    units: [],
    options: [...options],
    text_da: `Angiv det land, hvor strømmen er brugt${told("da")}.`,
    text_en: `State the country in which the electricity was used${told("en")}.`,
  };
}

/** Which of the classes that the factors of a category differ in the line is about. */
export function attributeNeed(category_key: string): ReviewNeed[] {
  const attributes = attributeClasses(category_key).map(({ name, values }) => ({
    name,
    values: [...values],
    value_names: values.map((value) => ({ value, ...valueNames(name, value) })),
    ...ATTRIBUTE_TEXTS[name],
  }));
  if (attributes.length === 0) return [];
  const told = (language: "name_da" | "name_en"): string =>
    attributes
      .map(
        (attribute) => `${attribute[language]} (${attribute.value_names.map((named) => named[language]).join(", ")})`,
      )
      .join("; ");
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

export function quantityNeed(units: readonly string[]): ReviewNeed[] {
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
export function priceNeed(
  { amount, currency }: CurrentActivityRow,
  units: readonly Unit[],
  asked: string,
): ReviewNeed[] {
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

export function amountNeed(currency: string): ReviewNeed {
  return {
    field: "amount",
    units: [],
    currency,
    text_da: `Angiv beløbet uden moms i ${currency}.`,
    text_en: `State the amount without VAT in ${currency}.`,
  };
}

/** How much a credit note takes back of an invoice in another currency, and of which days. */
export function takenBackNeeds(
  { category_key }: CurrentActivityRow,
  units: readonly string[],
  currency: string,
): ReviewNeed[] {
  const amount = amountNeed(currency);
  const figures = [...quantityNeed(units), amount].map((need) => ({
    ...need,
    text_da: `${need.text_da} Det er det, der tages tilbage: skriv det med minus.`,
    text_en: `${need.text_en} It is what is taken back: write it below zero.`,
  }));
  const days = isUsedOverTime(category_key)
    ? {
        ...PERIOD,
        text_da: "Angiv dagene for det, der tages tilbage.",
        text_en: "State the days of what is taken back.",
      }
    : { ...DATE, text_da: "Angiv dagen for det, der tages tilbage.", text_en: "State the day of what is taken back." };
  return [...figures, days];
}
