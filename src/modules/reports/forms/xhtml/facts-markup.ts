import { markup, type Markup, NOTHING } from "../../../../core/markup.ts";
import type { Fact } from "../../datapoints/fact.ts";
import { type ComparedFact, type FactGrid, groupFacts } from "../pdf/fact-groups.ts";
import { basisOf, namedWithUnit } from "../pdf/fact-tables.ts";
import { printedDate, printedUnit } from "../pdf/print-format.ts";
import type { Words } from "../pdf/texts.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { previousYearTitle, yearTitle } from "../pdf/sums.ts";

export interface FactsPage {
  readonly document: ReportDocument;
  readonly words: Words;
  readonly write: (fact: Fact) => Markup;
}

/** Facts of a disclosure in the tables of the printed report; each of them is written exactly once. */
export function factsMarkup(facts: readonly Fact[], page: FactsPage): Markup {
  const written = new Set<string>();
  const write = (fact: Fact) => {
    written.add(fact.id);
    return page.write(fact);
  };
  const once = { ...page, write };
  const { compared, plain, grids } = groupFacts(facts);
  const tables = [
    compared.length === 0 ? NOTHING : comparedTable(compared, once),
    plain.length === 0 ? NOTHING : listTable([["", plain]], once),
    ...grids.map((grid) => gridTable(grid, once)),
  ];
  const left = facts.filter(({ id }) => !written.has(id));
  return markup`${tables}${left.length === 0 ? NOTHING : listTable([["", left]], once)}`;
}

/** Facts one below the other, under the name of what they are about: name, value, unit, basis. */
function listTable(groups: readonly (readonly [name: string, facts: readonly Fact[]])[], page: FactsPage): Markup {
  const { words } = page;
  const rows = groups.flatMap(([name, facts]) => [
    name === "" ? NOTHING : markup`<tr class="group"><th scope="rowgroup" colspan="4">${name}</th></tr>\n`,
    ...facts.map((fact) => factRow(fact, page)),
  ]);
  return markup`<table class="facts"><col class="c1"/><col class="c2"/><col class="c3"/><col class="c4"/><thead><tr><th scope="col">${words("datapoint")}</th><th scope="col" class="right">${words("value")}</th><th scope="col">${words("unit")}</th><th scope="col">${words("column.basis")}</th></tr></thead>
<tbody>${rows}</tbody></table>\n`;
}

function factRow(fact: Fact, page: FactsPage): Markup {
  const label = markup`<span class="label">${fact.label}</span>${periodNote(fact, page.document)}`;
  const basis = markup`<td class="basis">${basisOf(fact, page.document.language, page.words)}</td>`;
  const value = page.write(fact);
  if (fact.kind === "number") {
    return markup`<tr><td>${label}</td><td class="right">${value}</td><td class="unit">${printedUnit(fact.unit)}</td>${basis}</tr>\n`;
  }
  if (isShort(fact)) return markup`<tr><td>${label}</td><td colspan="2" class="answer">${value}</td>${basis}</tr>\n`;
  return markup`<tr><td colspan="3">${label}<div class="narrative">${value}</div></td>${basis}</tr>\n`;
}

/** Longer answers stand below their question, over the whole width. */
const SHORT = 56;

function isShort({ value, value_label }: Fact): boolean {
  const shown = value_label ?? String(value);
  return shown.length <= SHORT && !shown.includes("\n");
}

/** Only where a fact is about another time than the report. */
function periodNote({ period }: Fact, { period: reported, language }: ReportDocument): Markup {
  const [from, to] = "instant" in period ? [null, period.instant] : [period.from, period.to];
  if (to === reported.to && (from === null || from === reported.from)) return NOTHING;
  const days = [from, to].flatMap((day) => (day === null ? [] : [printedDate(day, language)]));
  return markup` <span class="period">(${days.join(" \u2013 ")})</span>`;
}

/** More columns than that do not fit beside each other. */
const COLUMNS_MAX = 5;
const UNKNOWN = markup`\u2013`;

/** Rows by key while the concepts fit beside each other, columns by key while the keys do, else one list per key. */
function gridTable({ keys, columns, at }: FactGrid, page: FactsPage): Markup {
  const { words } = page;
  const cell = (key: string, column: Fact) => {
    const fact = at(key, column);
    const side = column.kind === "number" ? "right" : "answer";
    return markup`<td class="${side}">${fact === undefined ? UNKNOWN : page.write(fact)}</td>`;
  };
  if (columns.length <= COLUMNS_MAX) {
    const titles = [words("column.key"), ...columns.map(namedWithUnit)];
    return plainTable(titles, keys, (key) => columns.map((column) => cell(key, column)));
  }
  if (keys.length < COLUMNS_MAX) {
    const rows = columns.map((column) => [namedWithUnit(column), column] as const);
    const titles = [words("datapoint"), ...keys];
    return plainTable(
      titles,
      rows.map(([name]) => name),
      (_, index) => {
        const column = rows[index]?.[1];
        return column === undefined ? [] : keys.map((key) => cell(key, column));
      },
    );
  }
  return listTable(
    keys.map((key) => [key, columns.flatMap((column) => at(key, column) ?? [])]),
    page,
  );
}

/** Figures of the base year, the year before and the report year side by side (ESRS E1-6, AR 48). */
function comparedTable(facts: readonly ComparedFact[], page: FactsPage): Markup {
  const { words, document } = page;
  const titles = [
    words("datapoint"),
    words("baseline_year"),
    words("compared.previous", { year: previousYearTitle(document) }),
    yearTitle(document),
    words("compared.change"),
  ];
  const value = (fact: Fact | undefined) => (fact === undefined ? UNKNOWN : page.write(fact));
  return plainTable(
    titles,
    facts.map(({ current }) => namedWithUnit(current)),
    (_, index) => {
      const { base, previous, current, change } = facts[index] ?? {};
      const percent = change === undefined ? UNKNOWN : markup`${page.write(change)}\u00a0%`;
      return [value(base), value(previous), value(current), percent].map(
        (shown) => markup`<td class="right">${shown}</td>`,
      );
    },
  );
}

/** A table whose first column names the rows. */
function plainTable(
  titles: readonly string[],
  names: readonly string[],
  cells: (name: string, index: number) => readonly Markup[],
): Markup {
  const [first = "", ...others] = titles;
  const headings = others.map((title) => markup`<th scope="col" class="right">${title}</th>`);
  const rows = names.map(
    (name, index) => markup`<tr><td><span class="label">${name}</span></td>${cells(name, index)}</tr>\n`,
  );
  return markup`<div class="wide"><table class="small grid"><thead><tr><th scope="col">${first}</th>${headings}</tr></thead>
<tbody>${rows}</tbody></table></div>\n`;
}
