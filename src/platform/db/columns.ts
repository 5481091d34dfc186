import type { CustomTypesConfig, FieldDef } from "pg";

type Parse = (text: string) => unknown;

/** How rows of a statement are read: names and parsers of its columns, in their order. */
export interface Columns {
  /** What the parsers are from. */
  readonly types: CustomTypesConfig;
  readonly names: readonly string[];
  readonly parsers: readonly Parse[];
  /** A record with every name, which copies have the shape of. */
  readonly empty: Readonly<Record<string, unknown>>;
}

/** From the server's description of a row, all values in text format. */
export function columnsOf(fields: readonly Pick<FieldDef, "name" | "dataTypeID">[], types: CustomTypesConfig): Columns {
  return {
    types,
    names: fields.map(({ name }) => name),
    // The driver's declaration gives parsers any text and any result.
    parsers: fields.map(({ dataTypeID }): Parse => types.getTypeParser(dataTypeID, "text")),
    empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
  };
}

/** Values in the order of the columns, in the array that the texts came in; null stays null. @throws Error of a parser */
export function readArray({ parsers }: Columns, texts: (string | null)[]): unknown[] {
  const row: unknown[] = texts;
  for (let index = 0; index < texts.length; index += 1) row[index] = valueAt(parsers, texts, index);
  return row;
}

/** Values by name of column; null stays null. @throws Error of a parser */
export function readRecord({ names, parsers, empty }: Columns, texts: readonly (string | null)[]): unknown {
  const row: Record<string, unknown> = { ...empty };
  for (let index = 0; index < texts.length; index += 1) row[names[index] ?? ""] = valueAt(parsers, texts, index);
  return row;
}

function valueAt(parsers: readonly Parse[], texts: readonly (string | null)[], index: number): unknown {
  const text = texts[index] ?? null;
  const parse = parsers[index];
  if (parse === undefined) throw new Error("a row has more values than its description has columns");
  return text === null ? null : parse(text);
}
