import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { AMOUNT_SIGNS, COLUMN_MEANINGS, DECIMAL_MARKS } from "../reading/index.ts";
import type { MappingRow } from "./store.ts";

const textOrNull = z.union([z.string(), z.null()]);

export const columnMeaning = z.enum(COLUMN_MEANINGS);

export const decimalMark = z.enum(DECIMAL_MARKS).describe("Of numbers whose cells do not tell");

const statedColumn = z.object({
  heading: z.string().describe("As printed; empty: a column without a heading"),
  occurrence: z.int().describe("Which column of that heading, from 1 on, from the left"),
  meaning: columnMeaning.describe("What it holds; ignore = nothing that is read"),
  unit: textOrNull.describe("Of a quantity whose unit stands in no cell"),
  decimal_mark: z.union([decimalMark, z.null()]),
});

export const amountSigns = z
  .enum(AMOUNT_SIGNS)
  .describe(
    "costs_positive = costs above zero, refunds below; costs_negative = the reverse; debit_credit = in a column for each side",
  );

/** A version of what a company says of the columns of a source. */
export const columnMapping = z.object({
  id: z.uuid().describe("Of the source: its versions share it"),
  version: z.int(),
  status: z.enum(["in_force", "withdrawn"]).describe("withdrawn = columns are read by their headings again"),
  data_source_id: z.union([z.uuid(), z.null()]).describe("Where such tables are fetched; null: they are uploaded"),
  head_key: z.string().describe("Equal for tables with the same headings, in any order"),
  columns: z.array(statedColumn).describe("The others are read as their headings are known"),
  amounts: z.union([amountSigns, z.null()]).describe("How costs are written; null: not stated, the rows tell"),
  reason: textOrNull,
  stated_by: z.string(),
  stated_by_name: textOrNull,
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(columnMapping, { name: "ColumnMapping" });

export type ColumnMappingView = z.infer<typeof columnMapping>;

export function toMappingView(row: MappingRow): ColumnMappingView {
  return { ...row, columns: row.columns.map((column) => ({ ...column, decimal_mark: column.decimal_mark ?? null })) };
}

export const EXAMPLE_MAPPING: ColumnMappingView = {
  id: "0198c0de-0000-7000-8000-000000000041",
  version: 1,
  status: "in_force",
  data_source_id: null,
  head_key: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
  columns: [{ heading: "Bemærkning", occurrence: 1, meaning: "description", unit: null, decimal_mark: null }],
  amounts: "costs_negative",
  reason: "As our bookkeeping program exports it",
  stated_by: "user:0198c0de-0000-7000-8000-000000000031",
  stated_by_name: "Mette Holm",
  created_at: "2026-11-21T08:00:00.000000Z",
};
