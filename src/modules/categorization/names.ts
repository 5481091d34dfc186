import { type Hit, matchTerms, matchWholeTerms } from "./match-terms.ts";
import type { TermIndex } from "./term-index.ts";
import { type Token, tokens } from "./text.ts";

/** Names of accounts and suppliers repeat on every line of a ledger: so many are kept read. */
const KEPT_MAX = 4000;
const kept = new Map<string, readonly Token[]>();
/** By the words of a name, for as long as these are kept. */
const terms = new WeakMap<readonly Token[], Map<TermIndex, readonly Hit[]>>();
const wholeTerms = new WeakMap<readonly Token[], Map<TermIndex, readonly Hit[]>>();

/** The words of an account's or a supplier's name; the same list for the same name while it is kept. */
export function nameTokens(name: string): readonly Token[] {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const words = tokens(name);
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(name, words);
  return words;
}

/** `matchTerms` of a name, looked up once per list of words. */
export function termsOfName(index: TermIndex, words: readonly Token[]): readonly Hit[] {
  return once(terms, index, words, matchTerms);
}

/** `matchWholeTerms` of a name, looked up once per list of words. */
export function wholeTermsOfName(index: TermIndex, words: readonly Token[]): readonly Hit[] {
  return once(wholeTerms, index, words, matchWholeTerms);
}

function once(
  cache: WeakMap<readonly Token[], Map<TermIndex, readonly Hit[]>>,
  index: TermIndex,
  words: readonly Token[],
  match: (index: TermIndex, words: readonly Token[]) => readonly Hit[],
): readonly Hit[] {
  let byIndex = cache.get(words);
  if (byIndex === undefined) cache.set(words, (byIndex = new Map()));
  let hits = byIndex.get(index);
  if (hits === undefined) byIndex.set(index, (hits = match(index, words)));
  return hits;
}
