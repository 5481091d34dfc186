import type { Fact } from "../../datapoints/fact.ts";
import { printedUnit } from "../pdf/print-format.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { CELL_CHARACTERS_MAX } from "./shared-strings.ts";
import { type Cell, date, figure, type Sheet, table, text, year, yesOrNo } from "./spreadsheet.ts";
import type { Words } from "./texts.ts";

type Row = readonly (Cell | null)[];

/** Every fact of the report in the order of its sections, one row each. */
export function datapointsSheet({ facts }: ReportDocument, words: Words): Sheet {
  return table(
    words("sheet.datapoints"),
    [
      [words("section"), 9],
      [words("datapoint"), 52],
      [words("dimension"), 26],
      [words("value"), 34],
      [words("unit"), 12],
      [words("from"), 12],
      [words("to"), 12],
      [words("source"), 13],
      [words("entries"), 12],
      [words("derived_from"), 34],
      [words("concept"), 44],
      [words("members"), 34],
      [words("unit_code"), 22],
      [words("fact_id"), 52],
    ],
    facts.flatMap((fact) => factRows(fact, words)),
  );
}

function factRows(fact: Fact, words: Words): Row[] {
  const { provenance, period } = fact;
  const [from, to] = "instant" in period ? [null, period.instant] : [period.from, period.to];
  const members = fact.kind === "enumeration" || fact.kind === "enumeration_set" ? [fact.value].flat().join(" ") : null;
  const [first = null, ...others] = valueCells(fact);
  const row: Row = [
    text(fact.section),
    text(fact.label),
    textCell(dimensionText(fact)),
    first,
    textCell(printedUnit(fact.unit)),
    from === null ? null : date(from),
    date(to),
    text(words(`source.${provenance.source}`)),
    figure(provenance.entry_count ?? null),
    textCell(provenance.derived_from?.join(", ") ?? ""),
    text(fact.concept),
    members === null ? null : text(members),
    textCell(fact.unit ?? ""),
    text(fact.id),
  ];
  return [row, ...others.map((cell) => continued(row, cell))];
}

/** A text that is too long for one cell goes on in the rows below it, which are told apart by having no label. */
function continued(row: Row, cell: Cell): Row {
  const kept = new Set([0, row.length - 1]);
  return row.map((first, index) => (index === 3 ? cell : kept.has(index) ? first : null));
}

function valueCells({ kind, value, value_label }: Fact): Cell[] {
  if (typeof value === "number") return [figure(value)].filter((cell) => cell !== null);
  if (typeof value === "boolean") return [yesOrNo(value)].filter((cell) => cell !== null);
  if (kind === "date") return [date(String(value))];
  if (kind === "year") return [year(Number(value))];
  return pieces(kind === "text" ? String(value) : (value_label ?? [value].flat().join(", "))).map((piece) =>
    text(piece),
  );
}

function pieces(value: string): string[] {
  const cut: string[] = [];
  for (let start = 0; start < value.length || start === 0; start += CELL_CHARACTERS_MAX) {
    cut.push(value.slice(start, start + CELL_CHARACTERS_MAX));
  }
  return cut;
}

/** Members and row keys without the names of their axes. */
function dimensionText({ dimensions }: Fact): string {
  return Object.values(dimensions)
    .map((member) => member.replace(/^[a-z]+:/, "").replace(/Member$/, ""))
    .join(", ");
}

function textCell(value: string): Cell | null {
  return value === "" ? null : text(value);
}
