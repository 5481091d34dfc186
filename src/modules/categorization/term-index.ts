import type { LexiconPart } from "./lexicon/lexicon-part.ts";
import { tokens } from "./text.ts";

export interface Term {
  readonly category_key: string;
  readonly weight: number;
  /** As the table writes it, for reasons. */
  readonly label: string;
  /** May also be the first part of a compound with little loss. */
  readonly as_prefix: boolean;
  readonly alone: boolean;
  /** May stand at the end of a longer word or inside it. */
  readonly as_later_part: boolean;
}

export interface Phrase extends Term {
  readonly words: readonly string[];
}

/** Look-up of words by their text and of phrases by their first word. Immutable after compilation. */
export interface TermIndex {
  readonly words: ReadonlyMap<string, readonly Term[]>;
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  /** By the first three letters of a word: the length of the longest term that begins with them. */
  readonly starts: ReadonlyMap<string, number>;
}

export interface TermWeights {
  readonly strong: number;
  readonly normal: number;
  readonly weak: number;
}

/** Letters by which possible terms are found; no shorter part of a word counts. */
export const START = 3;
/** Compiles tables in the notation of lexicon-part.ts. */
export function compileTerms(parts: readonly LexiconPart[], weights: TermWeights): TermIndex {
  const words = new Map<string, Term[]>();
  const phrases = new Map<string, Phrase[]>();
  for (const part of parts) {
    for (const [category_key, terms] of Object.entries(part)) {
      add(terms.strong, weights.strong, category_key);
      add(terms.normal, weights.normal, category_key);
      add(terms.weak, weights.weak, category_key);
    }
  }
  return { words, phrases, starts: startsOf(words) };

  function add(list: string | undefined, weight: number, category_key: string): void {
    for (const written of (list ?? "").split(",")) {
      const texts = tokens(written).map((token) => token.text);
      const [first] = texts;
      if (first === undefined) continue;
      const label = written.trim().replaceAll(/[=*~]/g, "");
      const alone = written.includes("=");
      const as_later_part = !written.includes("~");
      const term: Term = { category_key, weight, label, as_prefix: written.includes("*"), alone, as_later_part };
      addForm(texts, first, term);
      const bare = bareForm(written, texts);
      // Part of another word it would be found by accident: "læder" without its ring is in "plader".
      if (bare !== null) addForm(bare, bare[0] ?? first, { ...term, alone: true });
    }
  }

  function addForm(form: readonly string[], first: string, term: Term): void {
    if (form.length === 1) push(words, first, term);
    else push(phrases, first, { ...term, words: form });
  }
}

/** Bank texts drop the dots and rings of letters: "SOSTRENE" for "Søstrene". Short words would become other words. */
function bareForm(written: string, texts: readonly string[]): string[] | null {
  const letters = written.replaceAll(/[æøåäöü]/gi, (letter) => BARE[letter.toLowerCase()] ?? letter);
  const bare = tokens(letters).map((token) => token.text);
  const isShort = bare.join("").length < BARE_MIN;
  return isShort || bare.join(" ") === texts.join(" ") ? null : bare;
}

const BARE: Readonly<Record<string, string>> = { æ: "a", ø: "o", å: "a", ä: "a", ö: "o", ü: "u" };
const BARE_MIN = 5;

function startsOf(words: ReadonlyMap<string, unknown>): Map<string, number> {
  const starts = new Map<string, number>();
  for (const word of words.keys()) {
    const start = word.slice(0, START);
    starts.set(start, Math.max(starts.get(start) ?? 0, word.length));
  }
  return starts;
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
