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
  /** By the first three letters of a word: the length of the longest term that begins with them. */
  readonly starts: ReadonlyMap<string, number>;
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
/** Letters by which possible terms are found; no shorter part of a word counts. */
const START = 3;
const AS_HEAD = 0.48;
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
  return { words, phrases, starts: startsOf(words) };

  function add(list: string | undefined, weight: number, category_key: string): void {
    for (const written of (list ?? "").split(",")) {
      const texts = tokens(written).map((token) => token.text);
      const [first] = texts;
      if (first === undefined) continue;
      const label = written.trim().replaceAll(/[=*]/g, "");
      const alone = written.includes("=");
      const term: Term = { category_key, weight, label, as_prefix: written.includes("*"), alone };
      for (const form of formsOf(written, texts)) {
        if (form.length === 1) push(words, form[0] ?? first, term);
        else push(phrases, form[0] ?? first, { ...term, words: form });
      }
    }
  }
}

/** Bank texts drop the dots and rings of letters: "SOSTRENE" for "Søstrene". Short words would become other words. */
function formsOf(written: string, texts: string[]): string[][] {
  const bare = tokens(written.replaceAll(/[æøåäöüÆØÅÄÖÜ]/g, (letter) => BARE[letter.toLowerCase()] ?? letter)).map(
    (token) => token.text,
  );
  const length = bare.reduce((sum, word) => sum + word.length, 0);
  return length < BARE_MIN || bare.join(" ") === texts.join(" ") ? [texts] : [texts, bare];
}

const BARE: Readonly<Record<string, string>> = { æ: "a", ø: "o", å: "a", ä: "a", ö: "o", ü: "u" };
const BARE_MIN = 6;

function startsOf(words: ReadonlyMap<string, unknown>): Map<string, number> {
  const starts = new Map<string, number>();
  for (const word of words.keys()) {
    const start = word.slice(0, START);
    starts.set(start, Math.max(starts.get(start) ?? 0, word.length));
  }
  return starts;
}

/**
 * Hits in a text that are phrases, whole words with inflection, or marked first parts of compounds: for terms that mean
 * something else as the head of another word ("salg" in "videresalg").
 */
export function matchWholeTerms(index: TermIndex, words: readonly Token[]): Hit[] {
  const hits: Hit[] = [];
  let at = 0;
  while (at < words.length) {
    const length = matchPhrases(index, words, at, hits);
    if (length === 0) matchWholeWord(index, words[at]?.text ?? "", at, hits);
    at += Math.max(1, length);
  }
  return hits;
}

function matchWholeWord(index: TermIndex, word: string, at: number, hits: Hit[]): void {
  const longest = index.starts.get(word.slice(0, START)) ?? word.length;
  for (let end = Math.min(word.length, longest); end >= 1; end -= 1) {
    for (const term of index.words.get(word.slice(0, end)) ?? []) {
      const factor = partFactor(word, term, { start: 0, end, terms: [] });
      if (factor < AS_MARKED_PREFIX) continue;
      hits.push({ category_key: term.category_key, weight: term.weight * factor, label: term.label, at, length: 1 });
      return;
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
  for (let end = first.length; end >= 1 && first.length - end <= 3; end -= 1) {
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
  const taken: Part[] = [];
  for (const part of partsOf(index, word)) {
    if (taken.some((other) => part.start < other.end && part.end > other.start)) continue;
    const found = part.terms.flatMap((term) => hitOf(word, term, part, at));
    if (found.length === 0) continue;
    hits.push(...found);
    taken.push(part);
  }
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly terms: readonly Term[];
}

/** Every place where a term stands in the word: the longest first; of two equally long the later, a compound's head. */
function partsOf(index: TermIndex, word: string): Part[] {
  const parts: Part[] = [];
  for (let start = 0; start + START <= word.length; start += 1) {
    const longest = index.starts.get(word.slice(start, start + START)) ?? 0;
    for (let end = Math.min(word.length, start + longest); end >= start + START; end -= 1) {
      const terms = index.words.get(word.slice(start, end));
      if (terms !== undefined) parts.push({ start, end, terms });
    }
  }
  return parts.length < 2 ? parts : parts.sort((a, b) => b.end - b.start - (a.end - a.start) || b.start - a.start);
}

function hitOf(word: string, term: Term, part: Part, at: number): Hit[] {
  const factor = partFactor(word, term, part);
  if (factor === 0) return [];
  return [{ category_key: term.category_key, weight: term.weight * factor, label: term.label, at, length: 1 }];
}

/** How much of a term's weight its place in a compound leaves; 0 where it cannot be meant. */
function partFactor(word: string, term: Term, part: Part): number {
  const { start, end } = part;
  const size = end - start;
  if (term.alone) return size === word.length ? 1 : 0;
  const rest = word.slice(end);
  const isTail = rest === "" || INFLECTIONS.has(rest) || isDoubled(word, end);
  if (start === 0 && isTail) return 1;
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
