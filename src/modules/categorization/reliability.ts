import { classified } from "./classifier.ts";
import { ACCEPTED_FROM, confidenceOf, DOUBT, SUGGESTED_FROM } from "./confidence.ts";
import type { Candidate, CategorizationInput } from "./decision.ts";
import type { Reading } from "./evidence.ts";
import { type Feature, featuresOf, kindOf } from "./features.ts";
import { BASE, WEIGHTS } from "./lexicon/reliability-weights.ts";
import { vetoOf } from "./vetoes.ts";
import { type Agreement, agreementOf, type Witnesses, witnessesOf } from "./witnesses.ts";

/** What two witnesses do not agree on is suggested, just below what is taken, and at least just above what is not even suggested. */
const SUGGESTED_AT_MOST = ACCEPTED_FROM - 0.01;
const SUGGESTED_AT_LEAST = SUGGESTED_FROM + 0.01;
/** A share is never said to be more, nor less: more lines than were labelled would be needed to know it. */
const AT_MOST = 0.985;
const AT_LEAST = 0.02;
/** How near the second may stand to the first. */
const BEHIND = 0.99;

/** Shares by what the witnesses say and the kind of category: there are some thousands of them. */
const shares = new Map<string, number>();

function shareOf(top: Candidate, witnesses: Witnesses, agreement: Agreement | null): number {
  const key = `${agreement} ${kindOf(top.category_key)} ${witnesses.words} ${witnesses.account} ${witnesses.supplier} ${witnesses.unread} ${witnesses.classifier}`;
  let share = shares.get(key);
  if (share === undefined) {
    share = Math.min(AT_MOST, Math.max(AT_LEAST, shareRight(featuresOf(top, witnesses, agreement))));
    shares.set(key, share);
  }
  return share;
}

/** The share of lines with these features of which the first candidate is right, 0..1, by the labelled lines. */
export function shareRight(features: readonly Feature[]): number {
  const sum = features.reduce((total, feature) => total + (WEIGHTS.get(feature) ?? 0), BASE);
  return 1 / (1 + Math.exp(-sum));
}

/**
 * Candidates of which the first has the weight that makes the confidence (confidence.ts) the share of such lines that is right, for
 * a line that names its supplier or its account. It is taken where two independent witnesses agree (witnesses.ts), such lines are right
 * often enough, and nothing forbids it (vetoes.ts). A line of a bank, of which no labelled lines tell, keeps the weights of its words.
 */
export function withReliability(
  candidates: readonly Candidate[],
  input: CategorizationInput,
  reading: Reading,
): readonly Candidate[] {
  const [top, second] = candidates;
  if (top === undefined || !isMeasured(candidates, reading)) return candidates;
  const others = { candidates: candidates.slice(1), weight: second?.weight ?? 0 };
  const witnesses = witnessesOf(top, input, reading, classified(input));
  const agreement = agreementOf(witnesses, top.category_key);
  const share = shareOf(top, witnesses, agreement);
  const veto = vetoOf(top, input, reading);
  if (veto === null && share >= ACCEPTED_FROM && agreement !== null) return weighed(top, others, share);
  const first = veto === null ? top : { ...top, reason: `${top.reason} (only suggested: ${veto})` };
  const own = confidenceOf(top.weight, others.weight);
  // What the decisions of people suggest keeps its weight: no labelled line tells how often they are right about others.
  if (!OF_THE_LINE.has(top.step)) return weighed(first, others, Math.min(own, SUGGESTED_AT_MOST));
  // What its words alone would have taken is shown, however seldom such a line is right.
  const least = own > SUGGESTED_AT_MOST ? SUGGESTED_AT_LEAST : 0;
  return weighed(first, others, Math.min(Math.max(share, least), SUGGESTED_AT_MOST));
}

const OF_THE_LINE: ReadonlySet<Candidate["step"]> = new Set(["lexicon", "account", "branch"]);

/** What is known of the line itself and by the company's own word about it, which no weights were fitted to. */
const DECIDING: ReadonlySet<Candidate["step"]> = new Set(["guard", "rule", "memory", "code", "model"]);

/** Whether words, account and branch speak, and beside them only what never decides, and the line names its supplier or its account. */
function isMeasured(candidates: readonly Candidate[], { text }: Reading): boolean {
  if (text.supplier.length === 0 && text.account.length === 0) return false;
  return candidates.every(({ step }) => !DECIDING.has(step));
}

interface Others {
  readonly candidates: readonly Candidate[];
  /** Of the heaviest; 0 without any. */
  readonly weight: number;
}

function weighed(top: Candidate, others: Others, confidence: number): readonly Candidate[] {
  const odds = confidence / (1 - confidence);
  const weight = odds * (others.weight + DOUBT);
  if (weight >= others.weight) return [{ ...top, weight }, ...others.candidates];
  // The first stays the first: the others are moved behind it, and the confidence stays what it is.
  const moved = (odds * DOUBT) / (1 - BEHIND * odds);
  const factor = (BEHIND * moved) / others.weight;
  return [{ ...top, weight: moved }, ...others.candidates.map((one) => ({ ...one, weight: one.weight * factor }))];
}
