import { ORDINARY_WORDS } from "./lexicon/ordinary-words.ts";
import { type Phrase, START, type Term, type TermIndex } from "./term-index.ts";
import { INFLECTIONS, type Token } from "./text.ts";

export interface Hit {
  readonly category_key: string;
  readonly weight: number;
  readonly label: string;
  /** Index of the token where the term begins. */
  readonly at: number;
  readonly length: number;
}

/** A part of a compound shorter than this says nothing ("el" is part of hundreds of words). */
const PART_MIN = 4;
/** The head says what the thing is, but its first part, when unknown, may make it something else ("budkørsel"). */
const AS_HEAD = 0.48;
/** Where both parts are known the head decides: "konferencestole" are chairs. */
const KNOWN_HEAD = 0.95;
const BESIDE_HEAD = 0.3;
/** Heads that may stand after anything, so that the first part says what was bought: "ingeniørbistand". */
const GENERAL_HEADS = new Set("bistand assistance arbejde ydelse timer service analyse rapport".split(" "));
const AS_MARKED_PREFIX = 0.9;
const AS_PREFIX = 0.45;
const AS_INNER = 0.35;

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
    const before = hits.length;
    for (const term of index.words.get(word.slice(0, end)) ?? []) {
      const factor = partFactor(word, term, { start: 0, end, terms: [] });
      if (factor < AS_MARKED_PREFIX) continue;
      hits.push({ category_key: term.category_key, weight: term.weight * factor, label: term.label, at, length: 1 });
    }
    if (hits.length > before) return;
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
  if (word.length < PART_MIN || isOrdinary(word)) return;
  const taken: Part[] = [];
  const partHits: { hit: Hit; position: PartPosition }[] = [];
  for (const part of partsOf(index, word)) {
    if (taken.some((other) => part.start < other.end && part.end > other.start)) continue;
    const position = positionOf(word, part);
    const placed = part.terms.flatMap((term) => hitOf(word, term, part, at)).map((hit) => ({ hit, position }));
    if (placed.length === 0) continue;
    partHits.push(...placed);
    taken.push(part);
  }
  // What stands inside a word of which nothing else is known stands there by accident: "event" in "preventative".
  if (taken.length === 1 && partHits.every(({ position }) => position === "inner")) return;
  const understood =
    taken.length > 1 && partHits.some(({ position, hit }) => position === "head" && !GENERAL_HEADS.has(hit.label));
  for (const { hit, position } of partHits) {
    if (!understood) hits.push(hit);
    else hits.push({ ...hit, weight: hit.weight * (position === "head" ? KNOWN_HEAD / AS_HEAD : BESIDE_HEAD) });
  }
}

type PartPosition = "whole" | "head" | "first" | "inner";

function positionOf(word: string, { start, end }: Part): PartPosition {
  const rest = word.slice(end);
  const isTail = rest === "" || INFLECTIONS.has(rest) || isDoubled(word, end);
  if (isTail) return start === 0 ? "whole" : "head";
  return start === 0 ? "first" : "inner";
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
  const position = positionOf(word, part);
  if (position === "whole") return 1;
  if (position !== "first" && !term.as_later_part) return 0;
  if (position === "head") return size >= PART_MIN && isFirstPart(word.slice(0, start)) ? AS_HEAD : 0;
  if (position === "first") {
    if (term.as_prefix) return AS_MARKED_PREFIX;
    return size >= PART_MIN ? AS_PREFIX : 0;
  }
  return size >= PART_MIN + 1 ? AS_INNER : 0;
}

/** Words of two letters that begin compounds; other pairs of letters are beginnings of words: "embark", "insofar". */
const SHORT_FIRST_PARTS = new Set("el te is it tv pc ny by ur ko so al bi le ro hi av".split(" "));

function isFirstPart(start: string): boolean {
  return start.length > 2 || SHORT_FIRST_PARTS.has(start);
}

function isOrdinary(word: string): boolean {
  for (let end = word.length; end >= PART_MIN && word.length - end <= INFLECTION_MAX; end -= 1) {
    if (ORDINARY_WORDS.has(word.slice(0, end)) && (end === word.length || INFLECTIONS.has(word.slice(end))))
      return true;
  }
  return false;
}

const INFLECTION_MAX = 4;

/** Danish doubles a consonant before an ending: "billet" -> "billetter". */
function isDoubled(word: string, end: number): boolean {
  return word[end] === word[end - 1] && INFLECTIONS.has(word.slice(end + 1));
}
