import { z } from "zod";
import { shippedTable } from "../../datapoints/shipped-tables.ts";
import { tableRows } from "../../../../core/table-rows.ts";
import { type CellPosition, type CellRange, parsePosition } from "./cell-position.ts";

const position = z.string().transform((text, context): CellPosition => {
  const cellPosition = parsePosition(text);
  if (cellPosition !== null) return cellPosition;
  context.addIssue({ code: "custom", message: "is not a cell" });
  return z.NEVER;
});

/** A row of data/vsme/template-ranges.csv: a defined name of the template and what stands in its cells. */
const rangeCells = z.strictObject({
  name: z.string().min(1),
  /** fact: values of the concept; unit: their unit; axis: the keys of a table's rows; workbook: about the report itself. */
  role: z.enum(["fact", "unit", "axis", "workbook"]),
  concept: z.string(),
  /** Member of the one axis that the cells are for; empty: none, or the axis is a column of the table. */
  member: z.string(),
  sheet: z.string().min(1),
  first: position,
  last: position,
  content: z.enum(["input", "formula"]),
  /** What the drop-down of the cells offers: a defined name, cells, or words in quotes; empty: there is none. */
  choices: z.string(),
});

/** A row of data/vsme/template-cells.csv: a cell without a name of its own. */
const cellCells = z.strictObject({
  /**
   * question: yes when the first datapoint says so, or any of the others is reported; figure: a number from which the
   * template calculates the second datapoint, given only where that one is reported; scope3 and tick: one member of a
   * datapoint; omitted: ticked when one of the members is omitted; unit: that of the first datapoint that is reported.
   */
  role: z.enum(["question", "figure", "scope3", "tick", "omitted", "unit"]),
  sheet: z.string().min(1),
  cell: position,
  member: z.string().transform((text) => text.split(" ")),
  datapoint: z.string().transform((text) => text.split(" ")),
});

/** A row of data/vsme/template-words.csv: the template's word for a member where it is not the taxonomy's label. */
const wordCells = z.strictObject({ list: z.string().min(1), member: z.string().min(1), word: z.string().min(1) });

export interface TemplateRange extends Omit<z.output<typeof rangeCells>, "sheet" | "first" | "last"> {
  readonly range: CellRange;
}
export type TemplateCell = z.output<typeof cellCells>;

export interface TemplateTables {
  readonly ranges: readonly TemplateRange[];
  readonly cells: readonly TemplateCell[];
  /** By list and member, with a blank between them. */
  readonly words: ReadonlyMap<string, string>;
}

let shipped: TemplateTables | undefined;

/** What the service knows of EFRAG's template; read and checked at the first call. */
export function templateTables(): TemplateTables {
  shipped ??= {
    ranges: tableRows(shippedTable("template-ranges"), rangeCells).map(({ sheet, first, last, ...row }) => ({
      ...row,
      range: { sheet, first, last },
    })),
    cells: tableRows(shippedTable("template-cells"), cellCells),
    words: new Map(
      tableRows(shippedTable("template-words"), wordCells).map(({ list, member, word }) => [`${list} ${member}`, word]),
    ),
  };
  return shipped;
}

/** The cells of a name that the template must have. @throws Error when the table has no such row. */
export function knownRange(name: string): CellRange {
  const row = templateTables().ranges.find((range) => range.name === name);
  if (row === undefined) throw new Error(`the template's table has no ${name}`);
  return row.range;
}
