import type { Purchase } from "./purchase.ts";

/** Which keys of suppliers mean one since people merged them, each with the key that stands for all; absent: none. */
export type MergedKeys = ReadonlyMap<string, string>;

export const NOTHING_MERGED: MergedKeys = new Map();

/** The key that stands for a supplier's key. */
export function standingKey(key: string, merged: MergedKeys): string {
  return merged.get(key) ?? key;
}

/** Whether both name a company by a number, and two that nobody merged. */
export function areDifferentCompanies(left: Purchase, right: Purchase, merged = NOTHING_MERGED): boolean {
  const isRegistered = left.supplier_key?.startsWith("id:") === true && right.supplier_key?.startsWith("id:") === true;
  return isRegistered && !isSameKey(left, right, merged);
}

/** Whether two sources name one supplier: by its key, merges followed, or one's name stands in the other's words. */
export function isSameSupplier(left: Purchase, right: Purchase, merged = NOTHING_MERGED): boolean {
  return isSameKey(left, right, merged) || isNamedIn(left, right) || isNamedIn(right, left);
}

function isSameKey(left: Purchase, right: Purchase, merged: MergedKeys): boolean {
  if (left.supplier_key === null || right.supplier_key === null) return false;
  return standingKey(left.supplier_key, merged) === standingKey(right.supplier_key, merged);
}

/** Words that begin the names of many companies. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  "den det the dansk danske danmark nordic nordisk scandinavian skandinavisk firma ny new grand hotel restaurant cafe".split(
    " ",
  ),
);

/** Shorter words tell no companies apart. */
export const LEAD_LENGTH_MIN = 3;

/** The first word of a name that tells companies apart; undefined: it has none. Banks cut names off, so that one must do. */
export function leadWord(name_key: string | null): string | undefined {
  return name_key?.split(" ").find((word) => word.length >= LEAD_LENGTH_MIN && !COMMON_WORDS.has(word));
}

function isNamedIn({ name_key }: Purchase, { words }: Purchase): boolean {
  const lead = leadWord(name_key);
  return lead !== undefined && words.split(" ").includes(lead);
}

/** Shorter numbers stand in texts by chance; from the second length on they may be split by blanks or signs. */
const NUMBER_WORD_MIN = 4;
const NUMBER_IN_TEXT_MIN = 6;

/** Whether a payment names the number of a document, as its reference or in its words. */
export function namesNumber(bank: Purchase, { number_key }: Pick<Purchase, "number_key">): boolean {
  if (number_key === null) return false;
  if (bank.number_key === number_key) return true;
  if (number_key.length >= NUMBER_IN_TEXT_MIN) return bank.words.replaceAll(" ", "").includes(number_key);
  return number_key.length >= NUMBER_WORD_MIN && bank.words.split(" ").includes(number_key);
}

/** Whether a posting states the number of a document: its letters and digits as whole words of it, one or several that follow each other. */
export function statesNumber({ words }: Purchase, { number_key }: Pick<Purchase, "number_key">): boolean {
  if (number_key === null || number_key.length < NUMBER_WORD_MIN || !/\d/.test(number_key)) return false;
  const all = words.split(" ");
  return all.some((_, first) => {
    let joined = "";
    for (let next = first; next < all.length && joined.length < number_key.length; next += 1) {
      joined = (joined + (all[next] ?? "")).replace(/^0+(?=.)/, "");
    }
    return joined === number_key;
  });
}
