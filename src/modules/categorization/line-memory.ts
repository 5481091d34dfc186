import { cutText } from "../../core/cut-text.ts";
import { supplierKey } from "./supplier-key.ts";
import { tokens } from "./text.ts";

/** What a person decided for a supplier's lines of the same words; `gl_account` "" means without account. */
export interface RememberedLine {
  readonly supplier_key: string;
  readonly gl_account: string;
  readonly words: string;
  readonly category_key: string;
  /** What else was stated of such a line, by name; null: nothing. */
  readonly attributes: Readonly<Record<string, string>> | null;
  /** The factor of the catalogue that was chosen for it; null: none. */
  readonly emission_factor_key: string | null;
}

/** By supplier, account and words as one key. */
export type LineMemory = ReadonlyMap<string, RememberedLine>;

/** Words of a line that are compared; what comes later rarely tells lines apart. */
const WORDS_MAX = 12;
const WORD_LENGTH_MAX = 30;

/**
 * The words by which the same purchase is recognised next month: without numbers, dates and serials, in order. "" when
 * the text has no word of three letters.
 */
export function lineWords(description: string): string {
  const words = tokens(description)
    .map((token) => cutText(token.text, WORD_LENGTH_MAX))
    .filter((word) => !/\d/.test(word));
  return words.some((word) => word.length >= 3) ? words.slice(0, WORDS_MAX).join(" ") : "";
}

/** Indexes the stored rows. */
export function lineMemoryOf(rows: readonly RememberedLine[]): LineMemory {
  return new Map(rows.map((row) => [lineKey(row.supplier_key, row.gl_account, row.words), row]));
}

/** The decision for a line in the same words from the same supplier on the same account. */
export function recallLine(
  memory: LineMemory,
  line: { readonly supplier_key: string; readonly gl_account: string | null; readonly description: string },
): RememberedLine | undefined {
  if (memory.size === 0) return undefined;
  const words = lineWords(line.description);
  return words === "" ? undefined : memory.get(lineKey(line.supplier_key, line.gl_account ?? "", words));
}

/** Where a remembered line stands. */
export function lineKey(supplier_key: string, gl_account: string, words: string): string {
  return JSON.stringify([supplier_key, gl_account, words]);
}

/** What people stated of lines of one supplier in the same words beside their category; null: nothing. */
export function recallChoice(
  memory: LineMemory,
  line: {
    readonly supplier_name: string | null;
    readonly supplier_identifier: string | null;
    readonly gl_account: string | null;
    readonly description: string;
  },
): Pick<RememberedLine, "attributes" | "emission_factor_key"> | null {
  if (memory.size === 0) return null;
  const supplier_key = supplierKey(line.supplier_name, line.supplier_identifier);
  const found = supplier_key === null ? undefined : recallLine(memory, { ...line, supplier_key });
  return found === undefined || (found.attributes === null && found.emission_factor_key === null) ? null : found;
}
