import type { CustomTypesConfig, FieldDef } from "pg";
import { asIs } from "./value-parsers.ts";

type Parse = (text: string) => unknown;

/** How rows of a statement are read. */
export interface Columns {
  /** What the parsers are from. */
  readonly types: CustomTypesConfig;
  readonly names: readonly string[];
  /** Of the columns whose values do not stay the server's text: most of a list's do, so that no row asks each of them. */
  readonly parsed: readonly { readonly index: number; readonly parse: Parse }[];
  /** A record with every name, which copies have the shape of. */
  readonly empty: Readonly<Record<string, unknown>>;
}

/** From the server's description of a row, all values in text format. */
export function columnsOf(fields: readonly Pick<FieldDef, "name" | "dataTypeID">[], types: CustomTypesConfig): Columns {
  // The driver's declaration gives parsers any text and any result.
  const parsers = fields.map(({ dataTypeID }): Parse => types.getTypeParser(dataTypeID, "text"));
  return {
    types,
    names: fields.map(({ name }) => name),
    parsed: parsers.flatMap((parse, index) => (parse === asIs ? [] : [{ index, parse }])),
    empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
  };
}

/**
 * Values in the order of the columns, in the array that the texts came in; null stays null.
 * @throws Error of a parser, or when the row is of other columns
 */
export function readArray(columns: Columns, texts: (string | null)[]): unknown[] {
  if (texts.length !== columns.names.length) throw new Error("a row has another number of values than its description");
  const row: unknown[] = texts;
  for (const { index, parse } of columns.parsed) {
    const text = texts[index] ?? null;
    if (text !== null) row[index] = parse(text);
  }
  return row;
}

/** Values by name of column; null stays null. @throws Error as of `readArray` */
export function readRecord(columns: Columns, texts: (string | null)[]): unknown {
  const values = readArray(columns, texts);
  const row: Record<string, unknown> = { ...columns.empty };
  for (let index = 0; index < values.length; index += 1) row[columns.names[index] ?? ""] = values[index];
  return row;
}
