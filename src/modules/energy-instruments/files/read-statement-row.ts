import { z } from "zod";
import { dayCell, figureCell, type TableRow } from "../../records/index.ts";
import { instrumentInput, type InstrumentInput } from "../instrument-facts.ts";
import { STATEMENT_COLUMNS, technologyOf } from "./statement-columns.ts";

/** What is wrong with a cell, by the key of its column. */
export interface RowIssue {
  readonly column: string;
  readonly code: string;
  readonly message: string;
}

export type StatementRow =
  | { readonly row: number; readonly kind: "stated"; readonly stated: InstrumentInput }
  | { readonly row: number; readonly kind: "wrong"; readonly issues: readonly RowIssue[] };

interface OfFile {
  readonly name: string;
  /** Country of the consumption. */
  readonly market: string;
  /** Whether the beneficiary that the rows name is the company. */
  readonly is_for_company: boolean;
}

/** The certificates of a row as a person would state them, or what is wrong with its cells. Nothing is assumed: 0 kg is a cell too. */
export function readStatementRow({ row, cells, surplus }: TableRow, file: OfFile): StatementRow {
  const issues: RowIssue[] = surplus.map((text) => ({
    column: "",
    code: "no_heading",
    message: `"${text}" stands beside the table`,
  }));
  const values = new Map<string, string>();
  for (const { key, kind } of STATEMENT_COLUMNS) {
    const text = cells.get(key);
    if (text === undefined) continue;
    const told = kind === "figure" ? figureCell(text) : kind === "day" ? dayCell(text) : wordCell(kind, text);
    if (told.kind === "issue") issues.push({ column: key, code: told.code, message: told.message });
    else values.set(key, told.value);
  }
  const parsed = instrumentInput.safeParse(statedOf(values, file, row));
  if (issues.length > 0 || !parsed.success) {
    return { row, kind: "wrong", issues: [...issues, ...(parsed.success ? [] : schemaIssues(parsed.error, issues))] };
  }
  return { row, kind: "stated", stated: parsed.data };
}

function wordCell(kind: string, text: string) {
  if (kind !== "word") return { kind: "value" as const, value: text };
  const technology = technologyOf(text);
  return technology === null
    ? {
        kind: "issue" as const,
        code: "unknown_technology",
        message: `"${text.slice(0, 40)}" is no technology of the register`,
      }
    : { kind: "value" as const, value: technology };
}

function statedOf(
  values: ReadonlyMap<string, string>,
  { name: file, market, is_for_company }: OfFile,
  row: number,
): object {
  const {
    number_from,
    number_to,
    cancelled_on,
    beneficiary,
    statement_number,
    consumption_from,
    consumption_to,
    ...rest
  } = Object.fromEntries(values) as Record<string, string | undefined>;
  const figure = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const isCancelled = [cancelled_on, beneficiary, statement_number].some((text) => text !== undefined);
  return {
    ...rest,
    kind: "guarantee_of_origin",
    market,
    mwh: figure(rest["mwh"]),
    kg_co2e_per_kwh: figure(rest["kg_co2e_per_kwh"]),
    number_ranges: [{ from: number_from, to: number_to }],
    ...(isCancelled
      ? {
          cancellation: withoutBlanks({
            date: cancelled_on,
            beneficiary,
            is_for_company,
            statement_number,
            consumption_from,
            consumption_to,
          }),
        }
      : {}),
    note: `Statement of the registry: ${file}, row ${row}`.slice(0, 500),
  };
}

function withoutBlanks(object: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Columns by the member that they become, where the names differ. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  "number_ranges.0.from": "number_from",
  "number_ranges.0.to": "number_to",
  "cancellation.date": "cancelled_on",
  "cancellation.beneficiary": "beneficiary",
  "cancellation.statement_number": "statement_number",
  "cancellation.consumption_from": "consumption_from",
  "cancellation.consumption_to": "consumption_to",
};

/** The column that a member of an instrument was read from. */
export function columnOf(path: string): string {
  return COLUMN_OF[path] ?? (path.startsWith("number_ranges") ? "number_from" : path);
}

/** A cell that could not be read has no second fault. */
function schemaIssues(error: z.ZodError, known: readonly RowIssue[]): RowIssue[] {
  return error.issues
    .map(({ path, code, message }) => ({ column: columnOf(path.join(".")), code, message }))
    .filter(({ column }) => !known.some((issue) => issue.column === column));
}
