/** Amounts of which sets are formed, and sets that are tried, at most. */
export const CANDIDATES_MAX = 20;
export const SUBSETS_MAX = 50_000;

/** The sets that give a sum: none, the only one (positions in ascending order), or several, or too many to try them all. */
export type SubsetFit =
  | { readonly kind: "none" }
  | { readonly kind: "one"; readonly positions: readonly number[] }
  | { readonly kind: "several" };

interface Search {
  readonly amounts: readonly number[];
  readonly target: number;
  readonly tolerance: number;
  readonly size: number | null;
  /** Whether more amounts only add: what is beyond the target stays beyond it. */
  readonly is_growing: boolean;
  readonly found: number[][];
  tried: number;
}

/**
 * Which sets of two or more amounts add up to a target, in hundredths, to within `tolerance`. More than 20 amounts, and more
 * than 50,000 sets, are not tried: they answer `several`, because nobody knows. A set with an amount and its reverse says no more
 * than without them and is none. `size`: only sets of so many amounts; null: of any.
 */
export function subsetFit(
  amounts: readonly number[],
  target: number,
  tolerance: number,
  size: number | null = null,
): SubsetFit {
  if (amounts.length < 2) return { kind: "none" };
  if (amounts.length > CANDIDATES_MAX) return { kind: "several" };
  const search: Search = {
    amounts,
    target,
    tolerance,
    size,
    is_growing: amounts.every((amount) => amount > 0),
    found: [],
    tried: 0,
  };
  extend(search, [], 0);
  const [only, ...more] = search.found;
  if (more.length > 0 || search.tried > SUBSETS_MAX) return { kind: "several" };
  return only === undefined ? { kind: "none" } : { kind: "one", positions: only };
}

function extend(search: Search, positions: readonly number[], sum: number): void {
  const start = (positions.at(-1) ?? -1) + 1;
  for (let position = start; position < search.amounts.length; position += 1) {
    if (search.found.length > 1 || search.tried > SUBSETS_MAX) return;
    search.tried += 1;
    const amount = search.amounts[position] ?? 0;
    if (positions.some((other) => search.amounts[other] === -amount)) continue;
    if (search.is_growing && sum + amount > search.target + search.tolerance) continue;
    const longer = [...positions, position];
    const isSized = search.size === null ? longer.length > 1 : longer.length === search.size;
    if (isSized && Math.abs(sum + amount - search.target) <= search.tolerance) search.found.push(longer);
    if (search.size === null || longer.length < search.size) extend(search, longer, sum + amount);
  }
}
