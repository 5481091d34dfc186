import { financialYear, monthOfDay, yearLabel } from "../../../../core/financial-year.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { percentage, printedDate, tonnesOrDash } from "./print-format.ts";
import { type Block, figureColumn, row, smallTable, type Table, wordColumn } from "./print-model.ts";
import type { Words } from "./texts.ts";

type RestatedYear = NonNullable<ReportDocument["restated_years"]>[number];

const NAMES = {
  scope_1: "scope.1",
  scope_2_location_based: "detail.scope2_location",
  scope_2_market_based: "detail.scope2_market",
  scope_3: "scope.3",
} as const;

/** Each year that was reported otherwise: as reported and as it is now, with what waits to change it; tCO2e. */
export function restatedBlocks({ restated_years = [], language }: ReportDocument, words: Words): Block[] {
  return restated_years.flatMap((restated): Block[] => {
    const { from, to } = restated.period;
    const year = yearLabel(financialYear(monthOfDay(from), monthOfDay(to)));
    const text = words("detail.restated", { year, day: printedDate(restated.reported_on, language) });
    return [{ kind: "subheading", text }, restatedTable(restated, language, words)];
  });
}

function restatedTable({ scopes }: RestatedYear, language: ReportDocument["language"], words: Words): Table {
  return smallTable(
    [
      wordColumn(words("scope")),
      figureColumn(words("detail.restated.reported")),
      figureColumn(words("detail.restated.now")),
      figureColumn(words("detail.restated.change")),
      figureColumn(words("detail.restated.pending")),
    ],
    scopes.map(({ figure, as_reported, as_restated, change_pct, pending }) =>
      row(
        words(NAMES[figure]),
        tonnesOrDash(as_reported, language),
        tonnesOrDash(as_restated, language),
        percentage(change_pct, language),
        tonnesOrDash(pending, language),
      ),
    ),
  );
}
