import type { ReportDocument } from "../report-document.ts";
import { figure, type Sheet, table, text, year, yesOrNo } from "./spreadsheet.ts";
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
      yesOrNo(carrier.renewable),
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

/** The months of the reporting year, then the years. */
export function monthsSheet({ months, years }: ReportDocument, words: Words): Sheet {
  const columns = ["scope_1", "scope_2_location_based", "scope_2_market_based", "scope_3"] as const;
  return table(
    words("months"),
    [[words("period"), 14], ...columns.map((column): [string, number] => [words(column), 20])],
    [
      ...months.map((month) => [text(month.month), ...columns.map((column) => figure(month[column]))]),
      ...years.map((row) => [year(row.year), ...columns.map((column) => figure(row[column]))]),
    ],
  );
}

export function scope3Sheet({ scope3_categories }: ReportDocument, words: Words): Sheet {
  return table(
    words("sheet.scope3"),
    [
      [words("number"), 8],
      [words("category"), 60],
      [words("emission"), 20],
    ],
    scope3_categories.map(({ number, name, value }) => [figure(number), text(name), figure(value)]),
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

export function targetsSheet({ targets }: ReportDocument, words: Words): Sheet {
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
