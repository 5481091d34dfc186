import type { Hit } from "./match-terms.ts";
import type { Token } from "./text.ts";

/** After one of these the text says where, for whom or with what, no longer what was bought. */
const MODIFIER_FOLLOWS = new Set(
  "til for i paa on at ved fra from hos med with to inkl incl including inklusive excl ekskl mod under via zu fuer mit bei av paa".split(
    " ",
  ),
);
const AFTER_PREPOSITION = 0.35;
const LATER_CLAUSE = 0.8;

/** Packagings that count something else when a number stands before them: "trykpapir, 4 paller". */
const UNITS = new Set(
  (
    "palle paller pll kasse kasser karton kartoner aeske aesker spand spande pose poser saek saekke rulle ruller flaske flasker " +
    "ark plade plader dunk dunke boks bokse daase daaser bakke bakker bigbag bigbags pallet pallets box boxes bag bags bottles reels rolls ris rl pk pakker"
  ).split(" "),
);
const COUNTED = 0.3;

/** Fuel or energy is bought for a vehicle or machine: neither is bought with it, unless a phrase says so. */
const FUEL = "transport.own.";
const ANY_FUEL = 1;
const ENERGY = /^energy\.(?:stationary|electricity|heat)\./;
/** "El" after "gaffeltruck" is what drives it; energy bought is named in so many words. */
const ENERGY_BOUGHT = 4;
const FUELLED = /^(?:capital\.goods\.|transport\.upstream\.road$)/;
const FUELLED_WEIGHT = 0.1;

/** Refrigerant by weight or filled up: whatever it was filled into is not what was bought. */
const REFRIGERANT = "energy.fugitive.";
const FILLED =
  /^(?:kg|koelemid|koelegas|paafyld|efterfyld|genopfyld|opfyld|fyldt|fyldning|laek|refill|recharge|refriger|topup)/;
const FILLED_INTO = 0.1;

/** Hits with the weight that their place in the sentence leaves them. */
export function downWeighted(hits: readonly Hit[], words: readonly Token[]): Hit[] {
  if (hits.length < 2) return [...hits];
  const factors = factorsOf(words);
  const placed = hits.map((hit) => ({ ...hit, weight: hit.weight * (factors[hit.at] ?? 1) }));
  return withoutFuelled(withoutAnyFuel(withoutFilled(placed, words)));
}

/** "m." and "f." stand for "med" and "for", but after a number "m" is a metre. */
function modifies(word: string, before: string): boolean {
  return MODIFIER_FOLLOWS.has(word) || ((word === "m" || word === "f") && !/\d$/.test(before));
}

function factorsOf(words: readonly Token[]): number[] {
  let factor = 1;
  let was_modifier = false;
  return words.map((word, at) => {
    // The full stop of "inkl." ends no sentence.
    if (word.starts_clause && at > 0 && !was_modifier) factor = LATER_CLAUSE;
    const counts = UNITS.has(word.text) && /^\d+$/.test(words[at - 1]?.text ?? "");
    const wordFactor = counts ? factor * COUNTED : factor;
    was_modifier = at > 0 && modifies(word.text, words[at - 1]?.text ?? "");
    if (was_modifier) factor = Math.min(factor, AFTER_PREPOSITION);
    return wordFactor;
  });
}

function withoutFilled(hits: Hit[], words: readonly Token[]): Hit[] {
  const isFilled =
    hits.some((hit) => hit.category_key.startsWith(REFRIGERANT)) && words.some((word) => FILLED.test(word.text));
  if (!isFilled) return hits;
  return hits.map((hit) =>
    hit.category_key.startsWith(REFRIGERANT) ? hit : { ...hit, weight: hit.weight * FILLED_INTO },
  );
}

function withoutFuelled(hits: Hit[]): Hit[] {
  if (!hits.some(isFuel)) return hits;
  return hits.map((hit) =>
    FUELLED.test(hit.category_key) && hit.length === 1 ? { ...hit, weight: hit.weight * FUELLED_WEIGHT } : hit,
  );
}

/** "Tankning" and "brændstof" stand for diesel where nothing else is said, and for the fuel that is named where one is. */
function withoutAnyFuel(hits: Hit[]): Hit[] {
  const names = hits.some((hit) => hit.category_key.startsWith(FUEL) && hit.weight > ANY_FUEL);
  return names ? hits.filter((hit) => !hit.category_key.startsWith(FUEL) || hit.weight > ANY_FUEL) : hits;
}

function isFuel({ category_key, weight }: Hit): boolean {
  return category_key.startsWith(FUEL) ? weight >= 1 : ENERGY.test(category_key) && weight >= ENERGY_BOUGHT;
}
