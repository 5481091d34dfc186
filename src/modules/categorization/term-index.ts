import type { LexiconPart } from "./lexicon/lexicon-part.ts";
import { INFLECTIONS, type Token, tokens } from "./text.ts";

export interface Term {
  readonly category_key: string;
  readonly weight: number;
  /** As the table writes it, for reasons. */
  readonly label: string;
  /** May also be the first part of a compound with little loss. */
  readonly as_prefix: boolean;
  readonly alone: boolean;
}

interface Phrase extends Term {
  readonly words: readonly string[];
}

/** Look-up of words by their text and of phrases by their first word. Immutable after compilation. */
export interface TermIndex {
  readonly words: ReadonlyMap<string, readonly Term[]>;
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  readonly longest: number;
}

export interface Hit {
  readonly category_key: string;
  readonly weight: number;
  readonly label: string;
  /** Index of the token where the term begins. */
  readonly at: number;
  readonly length: number;
}

export interface TermWeights {
  readonly strong: number;
  readonly normal: number;
  readonly weak: number;
}

/** A part of a compound shorter than this says nothing ("el" is part of hundreds of words). */
const PART_MIN = 4;
const AS_HEAD = 0.95;
const AS_MARKED_PREFIX = 0.9;
const AS_PREFIX = 0.45;
const AS_INNER = 0.35;

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
  const longest = Math.max(0, ...[...words.keys()].map((word) => word.length));
  return { words, phrases, longest };

  function add(list: string | undefined, weight: number, category_key: string): void {
    for (const written of (list ?? "").split(",")) {
      const texts = tokens(written).map((token) => token.text);
      const [first] = texts;
      if (first === undefined) continue;
      const label = written.trim().replaceAll(/[=*]/g, "");
      const alone = written.includes("=");
      const term: Term = { category_key, weight, label, as_prefix: written.includes("*"), alone };
      if (texts.length === 1) push(words, first, term);
      else push(phrases, first, { ...term, words: texts });
    }
  }
}

/** Hits in a text: phrases first, then words and parts of compounds, the longest first, none overlapping another. */
export function matchTerms(index: TermIndex, words: readonly Token[]): Hit[] {
  const hits: Hit[] = [];
  let at = 0;
  while (at < words.length) {
    const length = matchPhrases(index, words, at, hits);
    if (length === 0) matchWord(index, words, at, hits);
    at += Math.max(1, length);
  }
  return hits;
}

function matchPhrases(index: TermIndex, words: readonly Token[], at: number, hits: Hit[]): number {
  const first = words[at]?.text ?? "";
  let best: Phrase[] = [];
  let length = 0;
  for (let end = Math.min(first.length, index.longest + 20); end >= 1 && first.length - end <= 3; end -= 1) {
    if (end < first.length && (end < PART_MIN - 1 || !INFLECTIONS.has(first.slice(end)))) continue;
    for (const phrase of index.phrases.get(first.slice(0, end)) ?? []) {
      const size = phrase.words.length;
      if (size < length || !followsAt(phrase, words, at)) continue;
      best = size > length ? [phrase] : [...best, phrase];
      length = size;
    }
  }
  for (const { category_key, weight, label } of best) hits.push({ category_key, weight, label, at, length });
  return length;
}

function followsAt(phrase: Phrase, words: readonly Token[], at: number): boolean {
  const last = phrase.words.length - 1;
  for (let offset = 1; offset <= last; offset += 1) {
    const word = words[at + offset]?.text;
    const wanted = phrase.words[offset];
    if (word === undefined || wanted === undefined || !word.startsWith(wanted)) return false;
    if (word.length === wanted.length) continue;
    if (offset === last && phrase.as_prefix) continue;
    if (wanted.length < PART_MIN - 1 || !INFLECTIONS.has(word.slice(wanted.length))) return false;
  }
  return true;
}

function matchWord(index: TermIndex, words: readonly Token[], at: number, hits: Hit[]): void {
  const word = words[at]?.text ?? "";
  const whole = index.words.get(word);
  if (whole !== undefined) {
    for (const { category_key, weight, label } of whole) hits.push({ category_key, weight, label, at, length: 1 });
    return;
  }
  if (word.length < PART_MIN) return;
  matchParts(index, word, at, hits);
}

function matchParts(index: TermIndex, word: string, at: number, hits: Hit[]): void {
  const taken: [number, number][] = [];
  for (let size = Math.min(word.length - 1, index.longest); size >= 3; size -= 1) {
    // From the end: where two parts are equally long, the head of a compound says what the thing is.
    for (let start = word.length - size; start >= 0; start -= 1) {
      if (taken.some(([from, to]) => start < to && start + size > from)) continue;
      const terms = index.words.get(word.slice(start, start + size));
      if (terms === undefined) continue;
      let used = false;
      for (const term of terms) {
        const factor = partFactor(word, term, start, size);
        if (factor === 0) continue;
        used = true;
        hits.push({ category_key: term.category_key, weight: term.weight * factor, label: term.label, at, length: 1 });
      }
      if (used) taken.push([start, start + size]);
    }
  }
}

/** How much of a term's weight its place in a compound leaves; 0 where it cannot be meant. */
function partFactor(word: string, term: Term, start: number, size: number): number {
  const rest = word.slice(start + size);
  const isTail = rest === "" || INFLECTIONS.has(rest) || isDoubled(word, start + size);
  if (start === 0 && isTail) return term.alone && size < 3 ? 0 : 1;
  if (term.alone) return 0;
  if (isTail) return size >= PART_MIN && start >= 2 ? AS_HEAD : 0;
  if (start === 0) {
    if (term.as_prefix) return AS_MARKED_PREFIX;
    return size >= PART_MIN ? AS_PREFIX : 0;
  }
  return size >= PART_MIN + 1 ? AS_INNER : 0;
}

/** Danish doubles a consonant before an ending: "billet" -> "billetter". */
function isDoubled(word: string, end: number): boolean {
  return word[end] === word[end - 1] && INFLECTIONS.has(word.slice(end + 1));
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
