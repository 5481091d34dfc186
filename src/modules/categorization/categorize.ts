import { fitsHeading } from "./account-heading.ts";
import { buysSomething, classified } from "./classifier.ts";
import { categoryOfCode } from "./classification-codes.ts";
import { ACCEPTED_FROM, confidenceOf, SUGGESTED_FROM } from "./confidence.ts";
import type { Candidate, CategorizationInput, Decision } from "./decision.ts";
import { lexicalCandidates, readText } from "./evidence.ts";
import type { ReadText } from "./read-text.ts";
import { notRelevant } from "./exclusion-rules.ts";
import type { CategoryRule, TenantKnowledge } from "./knowledge.ts";
import { recallLine } from "./line-memory.ts";
import { atStatedPlace, familyOf, refine, type Refined } from "./refine.ts";
import { withReliability } from "./reliability.ts";
import { supplierKey } from "./supplier-key.ts";
import { withoutContradictions } from "./contradictions.ts";
import { trainedCandidate } from "./training.ts";
import { type CategorizationTables, NOT_RELEVANT_KEY, PENDING_KEY } from "./term-tables.ts";
import { fold } from "./text.ts";
import { vocabularyCandidate } from "./vocabulary.ts";

/** A rule, and a decision for the same supplier and words or account, decide before anything is read from the text. */
const RULE = 20;
/** From this weight a candidate of a rule or of the memory goes before the guard, codes and quantities, too. */
export const DECIDES_ALONE = 12;
const REMEMBERED = 4;
const REMEMBERED_ELSEWHERE = 0.9;
const SAME_WORDS = "decided before for this supplier and these words";
const COMMODITY = 12;
/** A measured quantity says that it is waste, not of what: any word for a material weighs more. */
const MEASURED_WASTE = 1.6;
const CODE = 3;
const CANDIDATES_MAX = 5;

/** Categories of the quantities that readers count (ingestion's commodities). */
const COMMODITIES: Readonly<Record<string, string>> = {
  electricity: "energy.electricity.grid_dk",
  natural_gas: "energy.stationary.natural_gas",
  district_heating: "energy.heat.district_heating",
  water: "purchases.water.supply",
  diesel: "transport.own.diesel",
  petrol: "transport.own.petrol",
  waste: "waste.operations.residual_incineration",
};

/**
 * Decides the category of one line by the chain of contract 10.4: guard, the tenant's rules, its memory, structured
 * codes, account, lexicon, branch, earlier decisions, procurement vocabulary. Pure; the same line, knowledge and tables always give the same decision. Never throws.
 * A rule, or a person's decision for the same supplier and words or account, also overrules the guard; what a fact
 * of the line rules out only a decision about these words makes of it.
 */
export function categorize(
  input: CategorizationInput,
  knowledge: TenantKnowledge,
  tables: CategorizationTables,
): Decision {
  const decision = decisionOf(input, knowledge, tables);
  return decision.reason === SAME_WORDS ? decision : withoutContradictions(decision, input);
}

function decisionOf(input: CategorizationInput, knowledge: TenantKnowledge, tables: CategorizationTables): Decision {
  const supplier = supplierKey(input.supplier_name, input.supplier_identifier);
  const rule = knowledge.rules.find((candidate) => matches(candidate, input, supplier));
  if (rule !== undefined) return decide([ruleCandidate(rule)], "rule");
  const remembered = recall(input, knowledge, supplier);
  if (remembered !== null && remembered.weight >= DECIDES_ALONE)
    return decide([atStatedPlace(remembered, input)], "person");
  const text = readText(input, tables);
  if (input.commodity === null) {
    const guard = notRelevant(input, text, tables);
    if (guard !== null && !isLikelyBought(input, text)) return decide([guard], "rule");
  }
  const lexical = lexicalCandidates(input, text, tables);
  const candidates = [
    ...(remembered === null ? [] : [remembered]),
    ...codeCandidates(input),
    ...lexical.candidates,
    ...tieBreakers(input, knowledge),
  ];
  const heard = withVocabulary(candidates, input, { text, tables });
  const decision = decide(withReliability(heard, input, { text, evidence: lexical }), "rule");
  const isRemembered = remembered !== null && decision.category_key === remembered.category_key;
  return isRemembered && decision.status === "classified" ? { ...decision, mapped_by: "person" } : decision;
}

/** Whether a supplier's line is one that buys something, as lines of other books tell; the account alone speaks for the others. */
function isLikelyBought(input: CategorizationInput, { supplier }: ReadText): boolean {
  if (supplier.length === 0) return false;
  return buysSomething(classified(input));
}

/** Steps that weigh in but never decide alone: what the company's own decisions say about the words of the line. */
function tieBreakers(input: CategorizationInput, knowledge: TenantKnowledge): Candidate[] {
  const trained = trainedCandidate(input, knowledge.training);
  return trained === null ? [] : [trained];
}

/**
 * The vocabulary of strangers speaks where nobody else does, and for what stands first but is too little to suggest. With
 * its weight the confidence then stays below ACCEPTED_FROM, so it never decides; elsewhere it is not asked, so it never
 * outvotes. Where two others weigh the same it is not asked either: of the labelled rows that had it break a tie, it was
 * wrong about the only one.
 */
function withVocabulary(
  candidates: readonly Candidate[],
  input: CategorizationInput,
  { text, tables }: { readonly text: ReadText; readonly tables: CategorizationTables },
): Candidate[] {
  const joinedCandidates = joined(candidates, input, text);
  if (tables.vocabulary === null || decide(joinedCandidates, "rule").category_key !== PENDING_KEY)
    return joinedCandidates;
  const vote = vocabularyCandidate(input, tables.vocabulary);
  const [top] = joinedCandidates;
  const isHeard = vote !== null && (top === undefined || familyOf(top.category_key) === familyOf(vote.category_key));
  return isHeard ? joined([...candidates, vote], input, text) : joinedCandidates;
}

function matches(rule: CategoryRule, input: CategorizationInput, supplier: string | null): boolean {
  if (rule.supplier_key !== null && rule.supplier_key !== supplier) return false;
  if (rule.gl_account !== null && rule.gl_account !== input.gl_account) return false;
  return rule.text_contains === null || fold(input.description).includes(fold(rule.text_contains));
}

function ruleCandidate(rule: CategoryRule): Candidate {
  const conditions = [
    rule.supplier_key === null ? "" : "supplier",
    rule.gl_account === null ? "" : `account ${rule.gl_account}`,
    rule.text_contains === null ? "" : `text contains "${rule.text_contains}"`,
  ].filter((condition) => condition !== "");
  const reason = `the company's rule: ${conditions.join(", ")}`;
  return { category_key: rule.category_key, weight: RULE, reason, step: "rule" };
}

function recall(input: CategorizationInput, knowledge: TenantKnowledge, supplier: string | null): Candidate | null {
  if (supplier === null) return null;
  const { gl_account, description } = input;
  const line = recallLine(knowledge.lines, { supplier_key: supplier, gl_account, description });
  if (line !== undefined) {
    return { category_key: line.category_key, weight: DECIDES_ALONE, reason: SAME_WORDS, step: "memory" };
  }
  const accounts = knowledge.memory.get(supplier);
  if (accounts === undefined) return null;
  const same = input.gl_account === null || input.gl_account === "" ? undefined : accounts.get(input.gl_account);
  if (same !== undefined) {
    const reason = `decided before for this supplier and account ${same.gl_account}`;
    return { category_key: same.category_key, weight: DECIDES_ALONE, reason, step: "memory" };
  }
  const any = accounts.get("");
  if (any !== undefined) {
    const reason = "decided before for this supplier";
    return { category_key: any.category_key, weight: REMEMBERED, reason, step: "memory" };
  }
  const keys = new Set([...accounts.values()].map((row) => row.category_key));
  const [only] = keys;
  if (only === undefined || keys.size > 1) return null;
  const reason = "decided before for this supplier, on another account";
  return { category_key: only, weight: REMEMBERED_ELSEWHERE, reason, step: "memory" };
}

function codeCandidates(input: CategorizationInput): Candidate[] {
  const commodity = input.commodity === null ? undefined : COMMODITIES[input.commodity];
  if (commodity !== undefined) {
    const weight = input.commodity === "waste" ? MEASURED_WASTE : COMMODITY;
    return [{ category_key: commodity, weight, reason: `measured ${input.commodity}`, step: "code" }];
  }
  for (const { list, code } of input.classification_codes) {
    const meaning = categoryOfCode(list, code);
    if (meaning === null) continue;
    const reason = `${meaning.list} code ${code} (${meaning.prefix}...)`;
    return [{ category_key: meaning.category_key, weight: CODE, reason, step: "code" }];
  }
  return [];
}

/** Adds up the candidates per category, siblings together under the one that the facts call for, heaviest first. */
function joined(candidates: readonly Candidate[], input: CategorizationInput, text: ReadText): Candidate[] {
  const ordered = candidates.toSorted((a, b) => b.weight - a.weight);
  const groups = new Map<string, Candidate[]>();
  for (const candidate of ordered) {
    const family = familyOf(candidate.category_key);
    const group = groups.get(family);
    if (group === undefined) groups.set(family, [candidate]);
    else group.push(candidate);
  }
  const words = [...text.description, ...text.supplier].map((word) => word.text);
  const sums = [...groups.values()].flatMap((group): Candidate[] => {
    const [first] = group;
    if (first === undefined) return [];
    const refined = underHeading(refine(first.category_key, input, words), first.category_key, text);
    const reasons = [...new Set(group.slice(0, 3).map((candidate) => candidate.reason))];
    if (refined !== null) reasons.push(refined.reason);
    const weight = group.reduce((sum, candidate) => sum + candidate.weight, 0);
    return [
      { ...first, category_key: refined?.category_key ?? first.category_key, weight, reason: reasons.join("; ") },
    ];
  });
  return sums.toSorted((a, b) => b.weight - a.weight).slice(0, CANDIDATES_MAX);
}

/** An account of capital goods, or of small ones, says more about a computer than its price. */
function underHeading(refined: Refined | null, category_key: string, { heading }: ReadText): Refined | null {
  if (refined === null || heading === null || heading.family.length === 0) return refined;
  const isOnlyFirst = fitsHeading(heading, category_key) && !fitsHeading(heading, refined.category_key);
  return isOnlyFirst ? null : refined;
}

function decide(candidates: readonly Candidate[], mapped_by: "rule" | "person"): Decision {
  const [top, second] = candidates;
  if (top === undefined) return pending(0, "Nothing in the line names a category.", candidates);
  const confidence = confidenceOf(top.weight, second?.weight ?? 0);
  if (confidence < SUGGESTED_FROM) return pending(confidence, "Several categories are equally likely.", candidates);
  const { category_key, reason } = top;
  const status =
    confidence < ACCEPTED_FROM ? "pending_review" : category_key === NOT_RELEVANT_KEY ? "excluded" : "classified";
  return { status, category_key, mapped_by, confidence, reason, candidates };
}

function pending(confidence: number, reason: string, candidates: readonly Candidate[]): Decision {
  return { status: "pending_review", category_key: PENDING_KEY, mapped_by: "rule", confidence, reason, candidates };
}
