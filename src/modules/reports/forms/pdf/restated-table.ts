import type { ReportDocument } from "../../presentation/report-document.ts";
import { percentage, tonnesOrDash } from "./print-format.ts";
import { figureColumn, row, smallTable, type Table, wordColumn } from "./print-model.ts";
import type { Words } from "./texts.ts";

type RestatedYear = NonNullable<ReportDocument["restated_years"]>[number];

const NAMES = {
  scope_1: "scope.1",
  scope_2_location_based: "detail.scope2_location",
  scope_2_market_based: "detail.scope2_market",
  scope_3: "scope.3",
} as const;

/** A year as it was reported and as it is now, with what waits to change it; tCO2e. */
export function restatedTable({ scopes }: RestatedYear, language: ReportDocument["language"], words: Words): Table {
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
