import type { Candidate } from "./decision.ts";
import { THING } from "./category-kinds.ts";
import type { Agreement, Witnesses } from "./witnesses.ts";

/** What speaks for and against the first candidate of a line, as names of what holds; reliability.ts weighs them. */
export type Feature = string;

const SERVICE = /^(?:purchases\.services\.|leased_upstream\.|waste\.)/;
const ENERGY = /^(?:energy\.(?!fugitive)|purchases\.water)/;

/** The features of a line's first candidate, of which `agreement` says who agree on it. Pure. */
export function featuresOf(
  { category_key }: Candidate,
  { words, account, supplier, unread, classifier }: Witnesses,
  agreement: Agreement | null,
): readonly Feature[] {
  const kind = kindOf(category_key);
  return [
    `agreement of ${agreement ?? "none"}`,
    `words ${words}`,
    `account ${account}`,
    `supplier ${supplier}`,
    `${words} words, account ${account}`,
    `${words} words, supplier ${supplier}`,
    `account ${account}, supplier ${supplier}`,
    `${kind}, account ${account}`,
    `${kind}, ${words} words`,
    `${kind}, supplier ${supplier}`,
    `unread ${unread}`,
    `${words} words, unread ${unread}`,
    `classifier ${classifier}`,
    `classifier ${classifier}, agreement of ${agreement ?? "none"}`,
    `classifier ${classifier}, ${agreement === null ? "no agreement" : "agreement"}`,
    `classifier ${classifier}, ${words} words`,
    `classifier ${classifier}, account ${account}`,
    `classifier ${classifier}, supplier ${supplier}`,
    `classifier ${classifier}, ${kind}`,
  ];
}

/** The kind of what is bought, of which witnesses are right in different shares. */
export function kindOf(category_key: string): "thing" | "service" | "energy" | "other" {
  if (THING.test(category_key)) return "thing";
  if (SERVICE.test(category_key)) return "service";
  return ENERGY.test(category_key) ? "energy" : "other";
}
