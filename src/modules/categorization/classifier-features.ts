import type { CategorizationInput } from "./decision.ts";
import { fold } from "./text.ts";

/** What the classifier looks at: the texts of a line as they stand, without anything that the tables say of them. */
export type ClassifiedLine = Pick<
  CategorizationInput,
  "description" | "supplier_name" | "supplier_branch" | "gl_account_name"
>;

const WORDS = /[a-z]+/g;
const WORDS_MAX = 32;
const WORD_MIN = 2;
/** Lengths of the pieces of words, with a sign before and behind the word; those of names are longer. */
const PIECES_OF_TEXT: readonly number[] = [4, 5];
const PIECES_OF_NAMES: readonly number[] = [5];

/**
 * Features of a line for the classifier (classifier.ts): its words and pieces of them, which stand for endings and compounds, with a letter for the text in which
 * they stand: `t` of the line, `a` of the account, `s` of the supplier; the whole name of the account, and the supplier's branch. Each once. Pure.
 */
export function classifierFeatures(line: ClassifiedLine): string[] {
  return [...textFeatures(wordsOf(line.description)), ...originFeatures(line)];
}

/** Features of the words of a line's text. */
export function textFeatures(words: readonly string[]): string[] {
  const features = new Set<string>();
  addWords(features, "t", words, PIECES_OF_TEXT);
  return [...features];
}

/** The words of a text that the classifier looks at, folded: numbers say nothing to it. */
export function wordsOf(text: string): string[] {
  return (fold(text).match(WORDS) ?? []).slice(0, WORDS_MAX).filter((word) => word.length >= WORD_MIN);
}

/** Features of a line's account and supplier, which many lines have in common. None of them is one of a text. */
export function originFeatures(line: Omit<ClassifiedLine, "description">): string[] {
  const features = new Set<string>();
  addWords(features, "a", wordsOf(line.gl_account_name ?? ""), PIECES_OF_NAMES);
  addWords(features, "s", wordsOf(line.supplier_name ?? ""), PIECES_OF_NAMES);
  const account = fold(line.gl_account_name ?? "").trim();
  if (account !== "") features.add(`A:${account}`);
  const branch = line.supplier_branch ?? "";
  if (branch !== "") features.add(`B:${branch.slice(0, 2)}`).add(`B:${branch.slice(0, 4)}`);
  return [...features];
}

function addWords(features: Set<string>, where: string, words: readonly string[], lengths: readonly number[]): void {
  for (const word of words) {
    features.add(`${where}:${word}`);
    const marked = `^${word}$`;
    for (const length of lengths) {
      for (let at = 0; at + length <= marked.length; at += 1) features.add(`${where}${marked.slice(at, at + length)}`);
    }
  }
}
