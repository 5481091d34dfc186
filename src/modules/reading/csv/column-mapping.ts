import type { Unit } from "../../../core/units.ts";
import type { DecimalMark } from "../amounts.ts";
import {
  COLUMN_FIELDS,
  type Column,
  type ColumnField,
  type ColumnMap,
  HEADER_ROWS_MAX,
  mapColumns,
} from "./columns.ts";
import { withDoubtfulPeriod } from "./doubtful-period.ts";
import { columnName, columnOf, headColumns, headKey } from "./table-head.ts";

/** Fields that people know under another name than the readers. */
const MEANING_OF = { text: "description", voucher: "document_number" } as const;
type Renamed = typeof MEANING_OF;
type MeaningOf<Field extends ColumnField> = Field extends keyof Renamed ? Renamed[Field] : Field;

/** What a person may say that a column holds; "ignore": nothing that is read. */
export type ColumnMeaning = MeaningOf<ColumnField> | "ignore";

/** The meaning of a field. */
export function meaningOf(field: ColumnField): ColumnMeaning {
  return field === "text" || field === "voucher" ? MEANING_OF[field] : field;
}

const FIELD_OF = new Map<ColumnMeaning, ColumnField>(COLUMN_FIELDS.map((field) => [meaningOf(field), field]));

/** Every meaning, "ignore" last. */
export const COLUMN_MEANINGS: readonly ColumnMeaning[] = [...FIELD_OF.keys(), "ignore"];

/**
 * How a source writes what was spent: costs above zero and refunds below, the reverse, or in a column for each side. Null: not
 * stated, and told from the rows as far as they tell.
 */
export const AMOUNT_SIGNS = ["costs_positive", "costs_negative", "debit_credit"] as const;
export type AmountSigns = (typeof AMOUNT_SIGNS)[number];

/** What separates the decimals of a column, by name. */
export const DECIMAL_MARKS = ["comma", "point"] as const;
const MARKS: Readonly<Record<(typeof DECIMAL_MARKS)[number], DecimalMark>> = { comma: ",", point: "." };

/** What a person said of a column. */
export interface StatedColumn {
  readonly heading: string;
  /** Which column of that heading, from 1 on. */
  readonly occurrence: number;
  readonly meaning: ColumnMeaning;
  /** Of a quantity whose unit stands in no cell; null: the rows or the heading say it. */
  readonly unit: Unit | null;
  /** Where the cells do not tell; absent: not stated. */
  readonly decimal_mark?: (typeof DECIMAL_MARKS)[number] | undefined;
}

/** What a company said of the columns of a source. */
export interface ColumnMapping {
  readonly id: string;
  readonly version: number;
  readonly head_key: string;
  readonly columns: readonly StatedColumn[];
  readonly amounts: AmountSigns | null;
}

export interface MappedHeader {
  readonly row: number;
  readonly columns: ColumnMap;
  readonly mapping: ColumnMapping;
}

/** The first row that a company has said something of; null: none. */
export function findMappedHeader(
  records: readonly (readonly string[])[],
  mappings: readonly ColumnMapping[],
): MappedHeader | null {
  if (mappings.length === 0) return null;
  for (const [row, cells] of records.slice(0, HEADER_ROWS_MAX).entries()) {
    const key = headKey(cells);
    const mapping = mappings.find(({ head_key }) => head_key === key);
    if (mapping === undefined) continue;
    const said = new Set(mapping.columns.map(columnName));
    const unsaid = headColumns(cells).map((column) => (said.has(columnName(column)) ? "" : column.heading));
    return { row, columns: withDoubtfulPeriod(statedColumns(cells, mapping), unsaid, { records, row }), mapping };
  }
  return null;
}

/** Which field each column of a head holds: as stated, else as its heading is known. */
export function statedColumns(
  cells: readonly string[],
  { columns: stated, amounts }: Pick<ColumnMapping, "columns" | "amounts">,
): ColumnMap {
  const head = new Map(headColumns(cells).map((column) => [columnName(column), column]));
  const found = stated.flatMap((column) => {
    const at = head.get(columnName(column));
    return at === undefined ? [] : [{ ...column, at }];
  });
  const taken = new Set(found.map(({ at }) => at.index));
  const others = cells.map((cell, index) => (taken.has(index) ? "" : cell));
  const columns = new Map<ColumnField, Column>(mapColumns(others));
  for (const { meaning, unit, decimal_mark, at } of found) {
    const field = FIELD_OF.get(meaning);
    if (field === undefined) continue;
    const named = columnOf(at);
    const mark = decimal_mark === undefined ? {} : { mark: MARKS[decimal_mark] };
    columns.set(field, { ...named, unit: unit ?? named.unit, ...mark });
  }
  if (amounts === "debit_credit") for (const field of ONE_COLUMN) columns.delete(field);
  return columns;
}

/** The decimal mark that somebody said of any of its columns; undefined: none. */
export function statedMark({ columns }: Pick<ColumnMapping, "columns">): DecimalMark | undefined {
  const said = columns.find(({ decimal_mark }) => decimal_mark !== undefined)?.decimal_mark;
  return said === undefined ? undefined : MARKS[said];
}

/** Money in one column, which debit and credit replace. */
const ONE_COLUMN: readonly ColumnField[] = ["amount", "amount_excl_vat", "amount_incl_vat", "foreign_amount"];
