import { cutText } from "../../core/cut-text.ts";
import type { Candidate, CategorizationInput } from "./decision.ts";
import { tokens } from "./text.ts";

/** How often a word stood in lines that a person gave a category; term "" counts the lines. */
export interface TrainingCount {
  readonly term: string;
  readonly category_key: string;
  readonly count: number;
}

/** What one company's decisions say about words. Never shared between companies. */
export interface Training {
  /** Lines by category. */
  readonly lines: ReadonlyMap<string, number>;
  /** By term, then by category. */
  readonly terms: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** A company that has decided nothing. */
export const NO_TRAINING: Training = { lines: new Map(), terms: new Map() };

/** Terms of one line that are counted. */
const TERMS_MAX = 24;
const TERM_LENGTH_MAX = 40;
/** Fewer decisions are told apart by the memory of suppliers alone. */
const LINES_MIN = 5;
/** Below one full piece of evidence: alone it suggests (1.1 / 1.9 = 0.58), beside a word of the lexicon it decides. */
const VOTE = 1.1;
/** A word that stood in this many lines of a category has its full say. */
const FULL_SUPPORT = 3;
/** From this share the decisions speak for one category. */
const SHARE_MIN = 0.6;
/** Lidstone's pseudo-count of a word that was not seen in a category. */
const UNSEEN = 0.25;

/** The words by which a line is learned and recognised: letters only, each once, and the account. In order of the text. */
export function trainingTerms(line: Pick<CategorizationInput, "description" | "gl_account">): string[] {
  const words = tokens(line.description)
    .map((token) => cutText(token.text, TERM_LENGTH_MAX))
    .filter((word) => word.length >= 3 && !/\d/.test(word));
  const account = line.gl_account === null || line.gl_account === "" ? [] : [`account ${line.gl_account}`];
  return [...new Set([...words.slice(0, TERMS_MAX), ...account.map((term) => cutText(term, TERM_LENGTH_MAX))])];
}

/** Indexes the stored counts. The order of the rows does not matter. */
export function trainingOf(rows: readonly TrainingCount[]): Training {
  const lines = new Map<string, number>();
  const terms = new Map<string, Map<string, number>>();
  for (const { term, category_key, count } of rows) {
    if (count <= 0) continue;
    if (term === "") lines.set(category_key, count);
    else terms.set(term, (terms.get(term) ?? new Map<string, number>()).set(category_key, count));
  }
  return { lines, terms };
}

/**
 * The vote of the company's own decisions: Bernoulli naive Bayes over the words of the line that were seen before
 * (McCallum and Nigam 1998), present words only. Null when too little was decided, no word was seen, or none stands out.
 */
export function trainedCandidate(input: CategorizationInput, training: Training): Candidate | null {
  const total = [...training.lines.values()].reduce((sum, count) => sum + count, 0);
  if (total < LINES_MIN) return null;
  const knownTerms = trainingTerms(input).filter((term) => training.terms.has(term));
  if (!knownTerms.some((term) => !term.startsWith("account "))) return null;
  const scored = [...training.lines].map(([category_key, count]) => ({
    category_key,
    score: knownTerms.reduce(
      (sum, term) =>
        sum + Math.log(((training.terms.get(term)?.get(category_key) ?? 0) + UNSEEN) / (count + 2 * UNSEEN)),
      Math.log(count / total),
    ),
  }));
  scored.sort((a, b) => b.score - a.score || (a.category_key < b.category_key ? -1 : 1));
  const [top] = scored;
  if (top === undefined) return null;
  const share = 1 / scored.reduce((sum, category) => sum + Math.exp(category.score - top.score), 0);
  const seen = knownTerms.map((term) => ({ term, count: training.terms.get(term)?.get(top.category_key) ?? 0 }));
  const support = Math.min(1, Math.max(...seen.map((termCount) => termCount.count)) / FULL_SUPPORT);
  if (share < SHARE_MIN || support === 0) return null;
  const said = seen.filter((termCount) => termCount.count > 0).slice(0, 3);
  const words = said.map((termCount) => `"${termCount.term}" (${termCount.count})`).join(", ");
  const reason = `the company's earlier decisions: ${words}`;
  return { category_key: top.category_key, weight: VOTE * share * support, reason, step: "decisions" };
}
