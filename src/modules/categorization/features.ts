import { fitsHeading } from "./account-heading.ts";
import type { Candidate, CategorizationInput } from "./decision.ts";
import { type LexicalEvidence, meaningOf } from "./evidence.ts";
import type { ReadText } from "./read-text.ts";
import { familyOf } from "./refine.ts";

/** What speaks for and against the first candidate of a line, as names of what holds; reliability.ts weighs them. */
export type Feature = string;

/** A line as it was read: its words, and what they name. */
export interface Reading {
  readonly text: ReadText;
  readonly evidence: LexicalEvidence;
}

const PLAIN = 1.9;
const CLEAR = 4;
const RIVAL_SHARE = 0.3;
/** Letters of a word that may name something. */
const WORD_MIN = 3;
/** Weights of terms that are found as whole words or phrases (term-tables.ts). */
const WHOLE = new Set([5, 2.4]);

const THING = /^(?:purchases\.(?:materials|goods|food)\.|capital\.goods\.)/;
const SERVICE = /^(?:purchases\.services\.|leased_upstream\.|waste\.)/;
const ENERGY = /^(?:energy\.(?!fugitive)|purchases\.water)/;

/** The features of a line's first candidate. Pure. */
export function featuresOf(
  top: Candidate,
  input: CategorizationInput,
  { text, evidence: { text: fromText, supplier, candidates } }: Reading,
): readonly Feature[] {
  const features: Feature[] = [];
  const family = familyOf(top.category_key);
  const isSame = (candidate: Candidate): boolean => familyOf(candidate.category_key) === family;
  const inText = fromText.filter(isSame).reduce((sum, { weight }) => sum + weight, 0);
  const rival = fromText.reduce((most, one) => (isSame(one) ? most : Math.max(most, one.weight)), 0);
  const heading = headingFeature(top, input, text);
  const strength = inText === 0 ? "none" : inText < PLAIN ? "weak" : inText < CLEAR ? "plain" : "clear";
  features.push(`heading:${heading}`, `text:${strength}`, `${heading}+${strength}`);
  if (rival > inText * RIVAL_SHARE) features.push("rival", `rival+${strength}`);
  const own = text.hits.filter((hit) => familyOf(hit.category_key) === family);
  if (own.some((hit) => hit.length > 1)) features.push("phrase");
  else if (own.some((hit) => WHOLE.has(hit.weight))) features.push("whole word");
  else if (own.length > 0) features.push("part");
  const others = text.hits.filter((hit) => familyOf(hit.category_key) !== family);
  if (others.some((hit) => hit.length > 1 || WHOLE.has(hit.weight))) features.push(`other word+${strength}`);
  const unread = unreadWords(text);
  features.push(`unread:${Math.min(unread, 3)}`);
  features.push(`supplier:${supplierFeature(supplier, top)}`, `supplier:${supplierFeature(supplier, top)}+${strength}`);
  if (candidates.some((one) => one.step === "branch" && isSame(one))) features.push("branch");
  if (candidates.some((one) => one.step === "account" && isSame(one))) features.push(`account+${heading}`);
  const kind = THING.test(top.category_key)
    ? "thing"
    : SERVICE.test(top.category_key)
      ? "service"
      : ENERGY.test(top.category_key)
        ? "energy"
        : "other";
  const group = groupOf(top.category_key);
  features.push(`kind:${kind}@${heading}`, `${group}@${heading}`);
  if (heading === "fits" || heading === "decides") features.push(`${group}+${strength}`);
  if (heading === "fits") features.push(`fits ${widthOf(text)}+${strength}`);
  for (const caveat of text.caveats) features.push(`${caveat}+${kind}`);
  if (text.heading !== null && !text.heading.is_whole) features.push("name in part");
  return features;
}

function headingFeature(
  { category_key }: Candidate,
  { gl_account }: CategorizationInput,
  { account, heading, caveats }: ReadText,
): string {
  if (heading === null) return account.length === 0 ? numberFeature(category_key, gl_account) : "unknown";
  if (heading.decides !== undefined && familyOf(heading.decides) === familyOf(category_key)) return "decides";
  if (heading.decides_what_was_done === category_key && caveats.has("act")) return "decides";
  if (heading.family.length === 0) return "anything";
  return fitsHeading(heading, category_key) ? "fits" : "against";
}

/** How much room the account's heading leaves: a few categories, one group of them, or several groups. */
function widthOf({ heading }: ReadText): string {
  const family = heading?.family ?? [];
  const groups = family.filter((start) => start.endsWith(".")).length;
  if (groups === 0) return family.length <= 2 ? "narrow" : "few";
  return family.length === 1 ? "group" : "wide";
}

/** A number of the standard chart says what a heading says; where it says something else, it is a company's own chart. */
function numberFeature(category_key: string, gl_account: string | null): string {
  const meaning = meaningOf(gl_account);
  if (meaning?.decides !== undefined && familyOf(meaning.decides) === familyOf(category_key)) return "decides";
  return meaning?.family?.some((start) => category_key.startsWith(start)) === true ? "fits" : "absent";
}

function supplierFeature(supplier: readonly Candidate[], top: Candidate): string {
  if (supplier.length === 0) return "silent";
  if (supplier.some((one) => familyOf(one.category_key) === familyOf(top.category_key))) return "agrees";
  return supplier.some((one) => groupOf(one.category_key) === groupOf(top.category_key)) ? "group" : "other";
}

function groupOf(category_key: string): string {
  return category_key.split(".", 2).join(".");
}

/** Words of the text that no term covers: what nobody read may say something else. */
function unreadWords({ description, hits }: ReadText): number {
  const covered = new Set<number>();
  for (const hit of hits) for (let at = hit.at; at < hit.at + hit.length; at += 1) covered.add(at);
  return description.filter((word, at) => word.text.length >= WORD_MIN && !/\d/.test(word.text) && !covered.has(at))
    .length;
}
