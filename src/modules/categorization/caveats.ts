import { type Caveat, CAVEAT_ENDS, CAVEAT_STARTS } from "./lexicon/caveats.ts";
import type { Token } from "./text.ts";

/** Letters by which the beginnings and ends of words are looked up. */
const KEY = 3;

type Listed = ReadonlyMap<string, readonly { readonly part: string; readonly caveat: Caveat }[]>;

function listed(parts: Readonly<Record<Caveat, string>>, keyOf: (part: string) => string): Listed {
  const map = new Map<string, { part: string; caveat: Caveat }[]>();
  const kinds: readonly Caveat[] = ["money", "network", "origin", "act"];
  for (const caveat of kinds) {
    for (const part of parts[caveat].split(" ")) {
      const key = keyOf(part);
      const list = map.get(key);
      if (list === undefined) map.set(key, [{ part, caveat }]);
      else list.push({ part, caveat });
    }
  }
  return map;
}

const STARTS = listed(CAVEAT_STARTS, (part) => part.slice(0, KEY));
const ENDS = listed(CAVEAT_ENDS, (part) => part.slice(-KEY));

/** From this length a listed word may go on: "pant" is no beginning of "pantry", "refusion" is one of "refusionsopgørelse". */
const GOES_ON = 6;
const ENDING = 2;

/** Behind it an allowance is the price of a journey ("km-godtgørelse"), which in one word ("kilometergodtgørelse") is no caveat either. */
const KILOMETRES = /^(?:km|kilometer|mileage)$/;
const ALLOWANCE = /^(?:godtgoer|reimburs)/;

/** What the words of a line say of all else that it names (lexicon/caveats.ts). */
export function caveatsOf(words: readonly Token[]): ReadonlySet<Caveat> {
  const caveats = new Set<Caveat>();
  for (const [index, { text }] of words.entries()) {
    if (ALLOWANCE.test(text) && KILOMETRES.test(words[index - 1]?.text ?? "")) continue;
    for (const { part, caveat } of STARTS.get(text.slice(0, KEY)) ?? []) {
      if (!text.startsWith(part)) continue;
      if (part.length >= GOES_ON || text.length - part.length <= ENDING) caveats.add(caveat);
    }
    for (const { part, caveat } of ENDS.get(text.slice(-KEY)) ?? [])
      if (text.length > part.length && text.endsWith(part)) caveats.add(caveat);
  }
  return caveats;
}
