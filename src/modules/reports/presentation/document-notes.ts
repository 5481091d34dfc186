import { REGULAR_MONTHS } from "../../../core/financial-year.ts";
import { formatNumber } from "../../../core/number-format.ts";
import { restatedNotes } from "./document-restated.ts";
import { tonnes, unknownScopes } from "./document-sums.ts";
import { waitingNotes } from "./document-waiting.ts";
import { sourceName } from "../datapoints/contradictions.ts";
import { categorySource, GAS_SOURCES, type GasSource, knownGas, scopeSource } from "../datapoints/known-gases.ts";
import { isOfLedger } from "../datapoints/ledger-targets.ts";
import { yearDoubts } from "../datapoints/ledger-doubts.ts";
import { omissionReason } from "../datapoints/unknown-gases.ts";
import type { ReportDocument } from "./report-document.ts";
import { unknownPlaces } from "./unknown-places.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { reportedYear } from "../snapshot/snapshot-years.ts";

type Note = NonNullable<ReportDocument["notes"]>[number];
type Language = "da" | "en";

const ROUNDING = {
  en: "Every figure is rounded by itself from the exact one, half up, tCO2e to the kilogram. Parts may therefore differ from their total in the last digit.",
  da: "Hvert tal er afrundet for sig fra det eksakte, halve opad, tCO2e til kilogrammet. Dele kan derfor afvige fra deres sum på sidste ciffer.",
} as const;

/** What a reader of the figures must know, what limits them first. The same in every form of the report. */
export function documentNotes(snapshot: Snapshot, language: Language): Note[] {
  const { is_year_over } = snapshot;
  return [
    ...yearDoubts(snapshot).map((texts) => ({
      code: is_year_over ? "incomplete_year" : "year_not_over",
      text: `${texts[language]}.`,
    })),
    ...reopenings(snapshot, language),
    ...restatedNotes(snapshot, language),
    ...waitingNotes(snapshot, language),
    ...yearLength(snapshot, language),
    ...heatAllocations(snapshot, language),
    ...coverStatement(snapshot, language),
    ...unknownScopes(snapshot).map((scope) => ({ code: "unknown_scope", text: unknownText(scope, language) })),
    ...unknownCategories(snapshot, language),
    ...statedNone(snapshot, language),
    ...statedBases(snapshot, language),
    { code: "rounding", text: ROUNDING[language] },
  ];
}

function unknownText(scope: 1 | 2 | 3, language: Language): string {
  const name = sourceName(scopeSource(scope), language);
  return language === "da"
    ? `${name} er ukendt, ikke nul: regnskabet har ingen posteringer af den, og ingen har oplyst, at der ingen er.`
    : `${name} is unknown, not zero: the ledger has no entries of it, and nobody has stated that there are none.`;
}

/**
 * Those of a scope 3 of which something is known: of one that is unknown that is said. What a report's questions are answered with is not
 * unknown in it. Nothing in what was frozen before it was told.
 */
function unknownCategories(snapshot: Snapshot, language: Language): Note[] {
  const isUnknown = (source: GasSource) => knownGas(source, snapshot).kind === "unknown";
  const numbers = (snapshot.beside?.unknown?.scope3_categories ?? []).filter(
    (number) => isUnknown(categorySource(number)) && omissionReason(number, snapshot) === null,
  );
  if (numbers.length === 0 || isUnknown(scopeSource(3))) return [];
  const places = unknownPlaces({ scopes: [], scope3_categories: numbers }, language);
  const text =
    language === "da"
      ? `Ukendt, ikke nul: ${places}. Regnskabet har ingen posteringer dér, og ingen har oplyst, at der ingen er.`
      : `Unknown, not zero: ${places}. The ledger has no entries there, and nobody has stated that there are none.`;
  return [{ code: "unknown_scope3_categories", text }];
}

/** The year was closed, and its figures changed after that: who compares this report with an earlier one must know why. */
function reopenings({ reopenings: opened = [] }: Snapshot, language: Language): Note[] {
  return opened.map(({ day, reason, is_restatement = false }) =>
    is_restatement
      ? { code: "year_restated", text: restatedText(day, reason, language) }
      : { code: "year_reopened", text: reopenedText(day, reason, language) },
  );
}

function restatedText(day: string, reason: string, language: Language): string {
  return language === "da"
    ? `Året var lukket, og dets tal blev rettet den ${day}: ${reason}`
    : `The year was closed, and its figures were restated on ${day}: ${reason}`;
}

function reopenedText(day: string, reason: string, language: Language): string {
  return language === "da"
    ? `Året var lukket og blev åbnet igen den ${day}: ${reason}`
    : `The year was closed and was opened again on ${day}: ${reason}`;
}

/** A first or changed year, or one before it, is longer or shorter: its figures are no rise and no fall. */
function yearLength(snapshot: Snapshot, language: Language): Note[] {
  const { from, to, months } = reportedYear(snapshot);
  if (months === REGULAR_MONTHS) return [];
  const text =
    language === "da"
      ? `Regnskabsåret går fra ${from} til ${to} og har ${months} måneder: det sammenlignes ikke med år på ${REGULAR_MONTHS} måneder.`
      : `The financial year runs from ${from} to ${to} and has ${months} months: it is not compared with years of ${REGULAR_MONTHS} months.`;
  return [{ code: "year_length", text }];
}

/** The company's choice: without one, heat is allocated by days as everything else. */
function heatAllocations({ facts }: Snapshot, language: Language): Note[] {
  return (facts.heat_allocations ?? []).map(({ source, independent_percent }) => {
    const percent = formatNumber(Number(independent_percent), language);
    const text =
      language === "da"
        ? `Fjernvarme er fordelt på måneder efter graddage, ${percent} % af den dog efter dage (${source}). Viser en regning selv forbruget pr. måned, er det fulgt; måneder uden oplyste graddage er fordelt efter dage.`
        : `District heating is allocated to months by degree days, ${percent} % of it by days (${source}). Where a bill prints the use of its months, that is followed; months without stated degree days are allocated by days.`;
    return { code: "degree_days", text };
  });
}

function coverStatement(snapshot: Snapshot, language: Language): Note[] {
  const { inputs, facts } = snapshot;
  const { months } = reportedYear(snapshot);
  const isSaid = inputs.some(({ datapoint, value }) => datapoint === "EntriesCoverTheYear" && value === true);
  if (!isSaid || facts.months_with_data >= months) return [];
  const text =
    language === "da"
      ? `${facts.months_with_data} af ${months} måneder har posteringer; virksomheden oplyser, at de dækker hele året.`
      : `${facts.months_with_data} of ${months} months have entries; the company states that they cover the whole year.`;
  return [{ code: "stated_whole_year", text }];
}

/** The reasons for which people have said that there are none, where the ledger does not say otherwise. */
function statedNone(snapshot: Snapshot, language: Language): Note[] {
  return GAS_SOURCES.flatMap((source) => {
    const gas = knownGas(source, snapshot);
    if (gas.kind !== "none") return [];
    const name = sourceName(source, language);
    const text =
      language === "da"
        ? `${name}: ingen, oplyst af virksomheden. ${gas.reason}`
        : `${name}: none, as the company states. ${gas.reason}`;
    return [{ code: "stated_none", text }];
  });
}

/** Bases that somebody typed in: nothing in the ledger bears them out. */
function statedBases({ targets, facts }: Snapshot, language: Language): Note[] {
  return targets
    .filter((target) => !isOfLedger(target, facts.years))
    .map(({ name, baseline_year, baseline_emissions, target_type, intensity_metric }) => {
      const figure = formatNumber(tonnes(baseline_emissions), language, 3);
      const per = language === "da" ? "pr." : "per";
      const unit = target_type === "intensity" ? `tCO2e ${per} ${intensity_metric ?? ""}` : "tCO2e";
      const text =
        language === "da"
          ? `Basisåret ${baseline_year} i målet "${name}" (${figure} ${unit}) er oplyst af virksomheden og ikke beregnet af posteringerne.`
          : `The base year ${baseline_year} of the target "${name}" (${figure} ${unit}) is stated by the company, not computed from entries.`;
      return { code: "stated_base", text };
    });
}
