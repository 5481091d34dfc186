import type { LanguageModel } from "../../core/language-model.ts";
import { type Decimal, decimal } from "../../core/quantity.ts";
import {
  cleaned,
  type LineInQuestion,
  LINES_IN_QUESTION_MAX,
  modelQuestion,
  type ModelSuggestion,
  readModelAnswer,
  isContradicted,
} from "../categorization/index.ts";
import { type ActivityDraft, isAdjustment } from "./draft-activities.ts";
import { prepareAgain } from "./prepare-file.ts";
import type { PreparedFile } from "./prepared-file.ts";

/** Lines in the same words are asked about once. */
interface AskedLine {
  readonly line: LineInQuestion;
  amount: Decimal;
  /** Grows in place: a ledger may say the same hundred thousand times. */
  readonly positions: number[];
}

/**
 * The lines of a file that the model is to be asked about: those that nothing else can place, the 40 largest at most; none
 * while there is no model or it is not ready. Pure but for that.
 */
export function linesInQuestion(file: PreparedFile, model: LanguageModel | null): readonly AskedLine[] {
  return model === null || !model.isReady() ? [] : askedLines(file);
}

/**
 * The file with what the model names for `asked`: one question per document. Unchanged when there is nothing to ask, and when the
 * model gives no answer. To be called outside of any transaction: an answer may take as long as the operator allows.
 */
export async function withModelSuggestions(
  file: PreparedFile,
  asked: readonly AskedLine[],
  model: LanguageModel | null,
): Promise<PreparedFile> {
  if (model === null || asked.length === 0) return file;
  const categories = file.tables.catalog.categories();
  const question = modelQuestion(
    asked.map(({ line }) => line),
    categories,
  );
  const answer = await model.ask(question, (text) => readModelAnswer(text, asked.length, categories));
  if (answer === null) return file;
  const suggestions = new Map<number, ModelSuggestion>();
  for (const [index, { positions }] of asked.entries()) {
    const category_key = answer[index] ?? null;
    if (category_key === null) continue;
    for (const position of positions) suggestions.set(position, { category_key, model: model.name });
  }
  return suggestions.size === 0 ? file : prepareAgain(file, suggestions);
}

/** What waits for its category, the largest amounts first. */
function askedLines({ drafts, activities }: PreparedFile): AskedLine[] {
  const byText = new Map<string, AskedLine>();
  for (const [position, draft] of drafts.entries()) {
    const decision = activities[position]?.split.decision;
    if (decision?.status !== "pending_review" || isContradicted(decision) || isAdjustment(draft)) continue;
    const line = cleaned(lineOf(draft));
    if (line.description === "" && line.supplier_name === null) continue;
    const key = JSON.stringify(line);
    const amount = decimal(draft.amount ?? "0").abs();
    const askedLine = byText.get(key);
    if (askedLine === undefined) {
      byText.set(key, { line, amount, positions: [position] });
      continue;
    }
    askedLine.amount = askedLine.amount.plus(amount);
    askedLine.positions.push(position);
  }
  return [...byText.values()].toSorted((a, b) => b.amount.cmp(a.amount)).slice(0, LINES_IN_QUESTION_MAX);
}

function lineOf({ line, supplier }: ActivityDraft): LineInQuestion {
  return {
    description: line.description,
    supplier_name: supplier?.name ?? null,
    account_name: line.gl_account_name,
    country: supplier?.country ?? null,
  };
}
