import type { ReportDocument } from "../../presentation/report-document.ts";
import { isFormat2, yearTitle } from "../pdf/sums.ts";
import { figure, figureOrUnknown, type Sheet, table, text, year, yesOrNo } from "./spreadsheet.ts";
import type { Words } from "./texts.ts";

/** Energy carriers with what their conversion to MWh rests on. */
export function energySheet({ energy_carriers }: ReportDocument, words: Words): Sheet {
  return table(
    words("sheet.energy"),
    [
      [words("carrier"), 38],
      [words("renewable"), 12],
      [words("quantity"), 16],
      [words("unit"), 10],
      [words("energy"), 16],
      [words("density"), 16],
      [words("calorific"), 18],
      [words("source"), 60],
      [words("key"), 34],
    ],
    energy_carriers.map((carrier) => [
      text(carrier.name),
      carrier.renewable === null ? text(words("unknown")) : yesOrNo(carrier.renewable),
      figure(carrier.quantity),
      text(carrier.unit),
      figure(carrier.mwh),
      figure(carrier.density_kg_per_litre),
      figure(carrier.net_calorific_value_tj_per_gg),
      text(carrier.source),
      text(carrier.carrier),
    ]),
  );
}

const SCOPES = ["scope_1", "scope_2_location_based", "scope_2_market_based", "scope_3"] as const;
const TOTALS = ["total_location_based", "total_market_based"] as const;

/** The months of the reporting year, then the years. A month without entries of a scope has none of it to show. */
export function monthsSheet(document: ReportDocument, words: Words): Sheet {
  const columns = isFormat2(document) ? SCOPES : [...SCOPES, ...TOTALS];
  return table(
    words("months"),
    [[words("period"), 14], ...columns.map((column): [string, number] => [words(column), 20])],
    [
      ...document.months.map((month) => [
        text(month.month),
        ...columns.map((column) => figureOrUnknown(month[column] ?? null, words)),
      ]),
      ...document.years.map((row) => [
        row.period === undefined ? year(row.year) : text(yearTitle({ period: row.period })),
        ...columns.map((column) => figureOrUnknown(row[column] ?? null, words)),
      ]),
    ],
  );
}

export function scope3Sheet(document: ReportDocument, words: Words): Sheet {
  const columns: [string, number][] = [
    [words("number"), 8],
    [words("category"), 60],
    [words("emission"), 20],
  ];
  const told: [string, number][] = [
    [words("status"), 28],
    [words("reason"), 60],
  ];
  return table(
    words("sheet.scope3"),
    isFormat2(document) ? columns : [...columns, ...told],
    document.scope3_categories.map(({ number, name, value, status, reason = null }) => [
      figure(number),
      text(name),
      figureOrUnknown(value, words),
      ...(status === undefined ? [] : [text(words(`known.${status}`)), reason === null ? null : text(reason)]),
    ]),
  );
}

export function categoriesSheet({ categories }: ReportDocument, words: Words): Sheet {
  return table(
    words("sheet.categories"),
    [
      [words("category"), 46],
      [words("scope"), 8],
      [words("emission"), 20],
      [words("share"), 12],
      [words("entries"), 12],
      [words("key"), 40],
    ],
    categories.map(({ key, name, scope, value, share_pct, entry_count }) => [
      text(name),
      figure(Number(scope)),
      figure(value),
      figure(share_pct),
      figure(entry_count),
      text(key),
    ]),
  );
}

type Target = ReportDocument["targets"][number];

export function targetsSheet(document: ReportDocument, words: Words): Sheet {
  const { targets } = document;
  if (isFormat2(document)) return format2Targets(targets, words);
  return table(
    words("sheet.targets"),
    [
      [words("target"), 44],
      [words("scope"), 10],
      [words("target.only"), 30],
      [words("target.unit"), 30],
      [words("baseline_year"), 12],
      [words("target_year"), 12],
      [words("target.baseline_value"), 14],
      [words("target.base"), 24],
      [words("target.target_value"), 14],
      [words("reduction"), 14],
      [words("target.current"), 14],
      [words("target.current_year"), 12],
      [words("target.current_months"), 20],
      [words("on_track"), 12],
    ],
    targets.map((target) => [
      text(target.name),
      text(target.scope),
      target.category == null ? null : text(target.category.name),
      text(target.unit ?? ""),
      year(target.baseline_year),
      year(target.target_year),
      figure(target.baseline_value),
      text(words(`target.base.${target.baseline_source ?? "stated"}`)),
      figure(target.target_value),
      figure(target.reduction_pct),
      figureOrUnknown(target.current_value, words),
      target.current_year == null ? null : year(target.current_year),
      figure(target.current_months_with_data ?? null),
      yesOrNo(target.on_track),
    ]),
  );
}

/** As carbon-ledger-report/2 told targets: without category and unit. */
function format2Targets(targets: readonly Target[], words: Words): Sheet {
  return table(
    words("sheet.targets"),
    [
      [words("target"), 44],
      [words("scope"), 10],
      [words("baseline_year"), 12],
      [words("target_year"), 12],
      [words("baseline_value"), 18],
      [words("target_value"), 18],
      [words("reduction"), 14],
      [words("current"), 18],
      [words("on_track"), 12],
    ],
    targets.map((target) => [
      text(target.name),
      text(target.scope),
      year(target.baseline_year),
      year(target.target_year),
      figure(target.baseline_value),
      figure(target.target_value),
      figure(target.reduction_pct),
      figure(target.current_value),
      yesOrNo(target.on_track),
    ]),
  );
}
