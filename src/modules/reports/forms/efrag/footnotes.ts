import { labelled, NO_FIGURE, type CellPlan, type ReportedFigure } from "./cell-plan.ts";
import { type CellPosition, cellName } from "./cell-position.ts";
import type { WordSource } from "./cell-values.ts";
import { type CellValue, FormulaError } from "./formula-values.ts";
import { knownRange } from "./template-tables.ts";

/** Each footnote of the template has ten rows, for the cells that it belongs to. */
const ROWS_OF_A_NOTE = 10;

/** Rounded parts may add up to a little more or less than their rounded sum; the template's own factors differ too. */
const ROUNDING_STEPS = 20;
const RELATIVE_DIFFERENCE = 1e-5;

const TEXTS = {
  en: (label: string, reported: string, shown: string) =>
    `${label}: the report says ${reported}. This workbook calculates the cell from figures that are not in the report, ` +
    `and shows ${shown} as soon as it is calculated again.`,
  da: (label: string, reported: string, shown: string) =>
    `${label}: rapporten siger ${reported}. Dette regneark beregner cellen ud fra tal, som rapporten ikke indeholder, ` +
    `og viser ${shown}, så snart det beregnes igen.`,
} as const;

/** Where the report tells no figure, since a part of the sum is not known. */
const NOT_KNOWN = {
  en: (label: string, shown: string) =>
    `${label}: the report tells no figure, because a scope that belongs to it is not known. This workbook adds up the ` +
    `others and shows ${shown} as soon as it is calculated again: that is not the whole.`,
  da: (label: string, shown: string) =>
    `${label}: rapporten har intet tal, fordi et scope, som hører med, er ukendt. Dette regneark lægger de andre sammen ` +
    `og viser ${shown}, så snart det beregnes igen: det er ikke det hele.`,
} as const;

/** Figures of the report that the template's own calculation does not arrive at. */
export function differingFigures(
  figures: readonly ReportedFigure[],
  valueOf: (sheet: string, position: CellPosition) => CellValue,
): ReportedFigure[] {
  return figures.filter(({ sheet, position, value, decimals }) => {
    const calculated = valueOf(sheet, position);
    // The template shows a dash for none.
    if (value === 0 && calculated === NO_FIGURE) return false;
    if (value === NO_FIGURE) return typeof calculated === "number";
    if (typeof value !== "number" || typeof calculated !== "number") return calculated !== value;
    const steps = ROUNDING_STEPS * 10 ** -(decimals ?? 0);
    return Math.abs(calculated - value) > Math.max(steps, Math.abs(value) * RELATIVE_DIFFERENCE);
  });
}

/** Says in a footnote of the template what the report says, for each of the figures given. */
export function placeFootnotes(
  plan: CellPlan,
  figures: readonly ReportedFigure[],
  valueOf: (sheet: string, position: CellPosition) => CellValue,
  { catalog, dropDowns, language }: WordSource & { readonly language: "da" | "en" },
): void {
  const [texts, concepts] = [knownRange("footnote_text"), knownRange("footnote_ref_concept")];
  for (const [index, { sheet, position, value, label, concept }] of figures.entries()) {
    const row = texts.first.row + index * ROWS_OF_A_NOTE;
    if (row > texts.last.row) return;
    const calculated = valueOf(sheet, position);
    const shown = calculated instanceof FormulaError ? calculated.code : String(calculated ?? "");
    const cell = `${label} (${sheet}, ${cellName(position)})`;
    const told = value === NO_FIGURE ? NOT_KNOWN[language](cell, shown) : TEXTS[language](cell, String(value), shown);
    plan.put(texts.sheet, { ...texts.first, row }, told, labelled("footnote"));
    const english = catalog.datapoints.find(
      (datapoint) => datapoint.concept === concept && datapoint.fixed_member === null,
    )?.label_en;
    if (english === undefined) continue;
    const word = dropDowns.wordFor("template_footnote_labels_taxonomy", "label", english);
    plan.put(concepts.sheet, { ...concepts.first, row }, word, labelled("footnote"));
  }
}
