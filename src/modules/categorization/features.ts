import type { Candidate } from "./decision.ts";
import { agreementOf, type Witnesses } from "./witnesses.ts";

/** What speaks for and against the first candidate of a line, as names of what holds; reliability.ts weighs them. */
export type Feature = string;

const UNREAD_MAX = 3;

const THING = /^(?:purchases\.(?:materials|goods|food)\.|capital\.goods\.)/;
const SERVICE = /^(?:purchases\.services\.|leased_upstream\.|waste\.)/;
const ENERGY = /^(?:energy\.(?!fugitive)|purchases\.water)/;

/** The features of a line's first candidate. Pure. */
export function featuresOf({ category_key }: Candidate, witnesses: Witnesses): readonly Feature[] {
  const { words, account, supplier } = witnesses;
  const kind = kindOf(category_key);
  const agreement = agreementOf(witnesses, category_key);
  const unread = Math.min(witnesses.unread, UNREAD_MAX);
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
  ];
}

/** The kind of what is bought, of which witnesses are right in different shares. */
export function kindOf(category_key: string): "thing" | "service" | "energy" | "other" {
  if (THING.test(category_key)) return "thing";
  if (SERVICE.test(category_key)) return "service";
  return ENERGY.test(category_key) ? "energy" : "other";
}
