import { constants, open } from "node:fs/promises";
import Papa from "papaparse";
import type { VocabularyEntry } from "../core/procurement-vocabulary.ts";

/** The whole Common Procurement Vocabulary in all its languages has some 20 MB; a service's memory is not for more. */
const BYTES_MAX = 32 * 1024 * 1024;
/** The vocabulary has 9,454 codes (Regulation (EC) No 213/2008). */
const ENTRIES_MAX = 20_000;
const HEADINGS_SHOWN = 20;

const CATEGORY = "category";
/** Headings of titles: title, title_da, title_en ... */
const TITLE = /^title(?:_[a-z]{2})?$/;

/**
 * Reads an operator's table of a procurement vocabulary: UTF-8 CSV with a header, a column category and one column of
 * titles per language; other columns are left alone, rows without category or title skipped. Whether the categories exist
 * is for the learner to say.
 * @throws Error when the file cannot be read, is no such table or is larger than 32 MiB or 20,000 entries
 */
export async function readProcurementVocabulary(path: string): Promise<VocabularyEntry[]> {
  const { data } = Papa.parse<string[]>(await readText(path), { skipEmptyLines: true });
  const [header = [], ...rows] = data;
  const names = header.map((name) => name.trim().toLowerCase());
  const category = names.indexOf(CATEGORY);
  const titles = names.flatMap((name, column) => (TITLE.test(name) ? [column] : []));
  if (category === -1 || titles.length === 0) {
    const headings = header.slice(0, HEADINGS_SHOWN).join(", ").slice(0, 200);
    throw new Error(
      `the procurement vocabulary ${path} needs the columns category and title_da or title_en; it has: ${headings}`,
    );
  }
  const entries = rows.flatMap((cells): VocabularyEntry[] => {
    const category_key = cells[category]?.trim() ?? "";
    const told = titles.map((column) => cells[column]?.trim() ?? "").filter((title) => title !== "");
    return category_key === "" || told.length === 0 ? [] : [{ category_key, titles: told }];
  });
  if (entries.length === 0)
    throw new Error(`the procurement vocabulary ${path} has no row with a category and a title`);
  if (entries.length > ENTRIES_MAX) {
    throw new Error(
      `the procurement vocabulary ${path} has ${entries.length} entries; at most ${ENTRIES_MAX} are read`,
    );
  }
  return entries;
}

/** A device or pipe would never end, so only files are read, and never more of them than their limit. */
async function readText(path: string): Promise<string> {
  // Opening a pipe would wait for who writes into it.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new Error(`the procurement vocabulary ${path} is not a file`);
    if (stat.size > BYTES_MAX) throw new Error(`the procurement vocabulary ${path} is larger than ${BYTES_MAX} bytes`);
    // It may grow while it is read: what was measured counts.
    const bytes = Buffer.alloc(stat.size);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, bytesRead));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Error(`the procurement vocabulary ${path} is not written in UTF-8`, { cause: error });
  } finally {
    await file.close();
  }
}
