import { xmlText } from "../../src/core/xml-text.ts";
import { workbookOf } from "./zip.ts";

/** A row of kg CO2e as the UK Government's flat file has it: id without the gas, scope, levels, column text, unit, figure. */
export interface FlatRow {
  readonly id: string;
  readonly scope?: string;
  /** Level 1 to 4. */
  readonly levels: readonly string[];
  readonly column_text?: string;
  readonly unit: string;
  readonly kg: string;
}

const HEADER = ["ID", "Scope", "Level 1", "Level 2", "Level 3", "Level 4", "Column Text", "UOM", "GHG/Unit"];

/** A workbook of the same sheet as the published one, of any year. */
export function flatFile(year: number, rows: readonly FlatRow[]): Buffer {
  const body = rows.map(({ id, scope = "Scope 3", levels: [one = "", two = "", three = "", four = ""], ...row }) => [
    `${id}_1`,
    scope,
    one,
    two,
    three,
    four,
    row.column_text ?? "",
    row.unit,
    "kg CO2e",
    row.kg,
  ]);
  const lines = [[...HEADER, `GHG Conversion Factor ${year}`], ...body];
  const sheet = lines.map((cells) => `<row>${cells.map(cellOf).join("")}</row>`).join("");
  return workbookOf({ sheet });
}

function cellOf(text: string): string {
  return `<c t="inlineStr"><is><t>${xmlText(text)}</t></is></c>`;
}
