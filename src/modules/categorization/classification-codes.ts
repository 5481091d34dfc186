import { CPV, UNSPSC } from "./lexicon/classification-codes.ts";

interface CodeMeaning {
  readonly category_key: string;
  /** The prefix that decided, e.g. "0931". */
  readonly prefix: string;
  readonly list: "CPV" | "UNSPSC";
}

/** UNCL7143 names of the two lists in UBL, and the names that other formats write. */
const LISTS: Readonly<Record<string, "CPV" | "UNSPSC">> = {
  STI: "CPV",
  CPV: "CPV",
  TST: "UNSPSC",
  MP: "UNSPSC",
  UNSPSC: "UNSPSC",
};

/** The category of the longest known prefix of the code; null for other lists and for prefixes that say too little. */
export function categoryOfCode(list: string, code: string): CodeMeaning | null {
  const name = LISTS[list.trim().toUpperCase()];
  if (name === undefined) return null;
  const digits = /^\d{4,10}/.exec(code.trim())?.[0];
  if (digits === undefined) return null;
  const table = name === "CPV" ? CPV : UNSPSC;
  for (let length = Math.min(8, digits.length); length >= 2; length -= 1) {
    const prefix = digits.slice(0, length);
    const category_key = table.get(prefix);
    if (category_key !== undefined) return category_key === "" ? null : { category_key, prefix, list: name };
  }
  return null;
}
