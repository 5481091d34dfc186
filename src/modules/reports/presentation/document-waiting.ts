import { formatNumber } from "../../../core/number-format.ts";
import { tonnesOf } from "../../../core/quantity.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { DECIMALS } from "./document-sums.ts";
import type { ReportDocument } from "./report-document.ts";

type Language = "da" | "en";
type Note = NonNullable<ReportDocument["notes"]>[number];

/**
 * What waits for a person and is in no figure, what of scope 2 rests on the average of the grid and on life-cycle factors, and what
 * rests on money times the factor of another country or on factors of distant years. Of each that is 0, nothing.
 */
export function waitingNotes({ beside }: Snapshot, language: Language): Note[] {
  if (beside === undefined) return [];
  const { waiting, market_based_fallback_kg, life_cycle_kg } = beside;
  const { spend_region_substituted_kg = 0, factor_year_distant_kg = 0 } = beside;
  const lines = waiting.lines + waiting.files === 0 ? [] : [{ code: "waiting", text: waitingText(waiting, language) }];
  const told = (code: string, kg: number, textOf: (kg: number, language: Language) => string): Note[] =>
    kg === 0 ? [] : [{ code, text: textOf(kg, language) }];
  return [
    ...lines,
    ...told("market_based_fallback", market_based_fallback_kg, fallbackText),
    ...told("life_cycle_scope_2", life_cycle_kg, lifeCycleText),
    ...told("spend_region_substituted", spend_region_substituted_kg, substitutedText),
    ...told("factor_year_distant", factor_year_distant_kg, distantText),
  ];
}

function tonnesText(kg: number, language: Language): string {
  return formatNumber(tonnesOf(kg).toNumber(), language, DECIMALS);
}

type Waiting = NonNullable<Snapshot["beside"]>["waiting"];

function waitingText(waiting: Waiting, language: Language): string {
  const count = (value: number) => formatNumber(value, language);
  const money = waiting.money
    .map(({ amount, currency }) => `${formatNumber(amount, language, 2)} ${currency}`)
    .join(", ");
  const parts = WAITING[language];
  return [
    parts.lines(count(waiting.lines), count(waiting.documents)),
    money === "" ? "" : ` (${money})`,
    waiting.files === 0 ? "" : parts.files(count(waiting.files)),
    ".",
    estimateText(waiting, language),
  ].join("");
}

/** Nothing where no line waits, or none of them can be estimated. */
function estimateText({ lines, estimated_kg, without_estimate }: Waiting, language: Language): string {
  if (estimated_kg === null || lines === 0) return "";
  const parts = WAITING[language];
  const rest = without_estimate === 0 ? "." : parts.without(formatNumber(without_estimate, language));
  return `${parts.estimate(tonnesText(estimated_kg, language))}${rest}`;
}

const WAITING = {
  da: {
    lines: (lines: string, documents: string) =>
      `Venter på en person og indgår ikke i tallene: linjer ${lines}, bilag ${documents}`,
    files: (files: string) => ` og filer, som intet er bogført af: ${files}`,
    estimate: (tonnes: string) => ` Det bedste bud på linjerne er i alt ${tonnes} tCO2e`,
    without: (lines: string) => `; linjer, der ikke kan beregnes: ${lines}.`,
  },
  en: {
    lines: (lines: string, documents: string) =>
      `Waiting for a person and in no figure: lines ${lines}, documents ${documents}`,
    files: (files: string) => ` and files of which nothing is booked: ${files}`,
    estimate: (tonnes: string) => ` The best estimates of the lines add up to ${tonnes} tCO2e`,
    without: (lines: string) => `; lines that cannot be calculated: ${lines}.`,
  },
} as const;

function lifeCycleText(kg: number, language: Language): string {
  const figure = tonnesText(kg, language);
  return language === "da"
    ? `${figure} tCO2e af den lokationsbaserede scope 2 bygger på livscyklusfaktorer og rummer derfor udledning, som hører til scope 3, kategori 3.`
    : `${figure} tCO2e of location-based scope 2 rest on life-cycle factors and so include emissions that belong to scope 3, category 3.`;
}

/** GHG Protocol Scope 2 Guidance, ch. 6: where no residual mix is in force, the average of the grid is disclosed as what it is. */
function fallbackText(kg: number, language: Language): string {
  const figure = tonnesText(kg, language);
  return language === "da"
    ? `${figure} tCO2e af den markedsbaserede scope 2 er regnet med nettets gennemsnit: ingen kontrakt, oprindelsesgaranti eller restmiks dækker dem.`
    : `${figure} tCO2e of market-based scope 2 use the average of the grid: no contract, guarantee of origin or residual mix covers them.`;
}

/** The factor that counts is not of the country in which the purchase was made. */
function substitutedText(kg: number, language: Language): string {
  const figure = tonnesText(kg, language);
  return language === "da"
    ? `${figure} tCO2e er beløb ganget med faktorer for et andet land end sælgerens, fordi sælgerens lands faktorer ikke er indlæst.`
    : `${figure} tCO2e are amounts times factors of another country than the seller's, because those of the seller's are not loaded.`;
}

/** The nearest year that is published counts, however far it is: no line waits for it, so the distance is told. */
function distantText(kg: number, language: Language): string {
  const figure = tonnesText(kg, language);
  return language === "da"
    ? `${figure} tCO2e bygger på faktorer for et år, der ligger langt fra forbruget, fordi ingen nærmere er indlæst.`
    : `${figure} tCO2e rest on factors of a year far from that of the use, because none nearer is loaded.`;
}
