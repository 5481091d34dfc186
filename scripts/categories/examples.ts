import { buysSomething, type Classifier, classifiedBy } from "../../src/modules/categorization/classifier.ts";
import { classifierFeatures } from "../../src/modules/categorization/classifier-features.ts";
import { lexicalCandidates, readText } from "../../src/modules/categorization/evidence.ts";
import { featuresOf } from "../../src/modules/categorization/features.ts";
import { categorizationTables, NOT_RELEVANT_KEY, PENDING_KEY } from "../../src/modules/categorization/index.ts";
import { vetoOf } from "../../src/modules/categorization/vetoes.ts";
import { agreementOf, witnessesOf } from "../../src/modules/categorization/witnesses.ts";
import { HELD_OUT_FILES, inputOf as heldOutInput, readLabelled } from "../../test/support/labelled-rows.ts";
import { inputOf, labelledSet, measuredSet, SET_NAMES, UNSEEN_SETS } from "../../test/support/labelled-sets.ts";
import { trainedClassifier, type TrainingLine } from "./train-classifier.ts";

/** Sets that nobody has seen stay so. */
const FITTED_SETS = SET_NAMES.filter((set) => !UNSEEN_SETS.includes(set));

/** A line that may be taken: its first candidate is not forbidden. */
export interface Example {
  readonly set: string;
  /** Whether witnesses agree on it: what nobody agrees on may never be taken. */
  readonly is_agreed: boolean;
  readonly features: readonly string[];
  readonly is_right: boolean;
}

export interface Examples {
  readonly examples: readonly Example[];
  /** Lines that are left out without a question, and of them those that are rightly. */
  readonly excluded: number;
  readonly excluded_right: number;
  readonly lines: number;
}

/** What the classifier learns of a company: each line with a category that both labellers accept, the first one's own where it is one. */
function trainingOf(set: string): TrainingLine[] {
  return labelledSet(set).map(({ row, right, first }) => ({
    features: classifierFeatures(inputOf(set, row)),
    category: right.has(first) ? first : ([...right][0] ?? first),
  }));
}

/** Lines of invoices and banks that were labelled before there were books of companies, and belong to none. */
function otherLines(): TrainingLine[] {
  return HELD_OUT_FILES.flatMap(readLabelled).map((row) => ({
    features: classifierFeatures(heldOutInput(row)),
    category: labelOf(row.category),
  }));
}

function labelOf(category: string): string {
  if (category === NOT_RELEVANT_KEY) return "none";
  return category === PENDING_KEY ? "ask" : category;
}

/** The classifier of all companies but those left out. */
export function classifierWithout(left_out: readonly string[]): Classifier {
  const companies = FITTED_SETS.filter((set) => !left_out.includes(set));
  return trainedClassifier([...companies.flatMap(trainingOf), ...otherLines()]);
}

/** The lines of a company as its words, accounts and suppliers and a classifier see it that was trained on others. */
export function examplesOf(set: string, classifier: Classifier): Examples {
  const tables = categorizationTables();
  const examples: Example[] = [];
  let [excluded, excluded_right] = [0, 0];
  const measured = measuredSet(set);
  for (const { row, decision, right, isRight } of measured) {
    const [top] = decision.candidates;
    const input = inputOf(set, row);
    const said = classifiedBy(classifier, input);
    if (decision.status === "excluded") {
      if (row.supplier !== "" && buysSomething(said)) continue;
      excluded += 1;
      if (isRight) excluded_right += 1;
    } else if (top !== undefined) {
      const text = readText(input, tables);
      const reading = { text, evidence: lexicalCandidates(input, text, tables) };
      if (vetoOf(top, input, reading) !== null) continue;
      const { category_key } = top;
      const witnesses = witnessesOf(top, input, reading, said);
      const agreement = agreementOf(witnesses, category_key);
      const features = featuresOf(top, witnesses, agreement);
      const is_agreed = agreement !== null;
      examples.push({ set, is_agreed, features, is_right: right.has(category_key) });
    }
  }
  return { examples, excluded, excluded_right, lines: measured.length };
}
