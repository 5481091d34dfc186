import { type Decimal, decimal, decimalText } from "../../../core/quantity.ts";
import type { EntryKind, FactorCopy, MeasuredFacts } from "../../emissions/index.ts";
import type { FactorFacts, MethodFacts } from "./ledger-facts.ts";

type Sums = Pick<EntryKind, "market_based_kg" | "entry_count">;

/** By scope and calculation method. */
export function methodSums(kinds: readonly EntryKind[]): MethodFacts[] {
  const names = new Map(kinds.map(({ scope, calculation_method }) => [`${scope} ${calculation_method}`, scope]));
  return [...names]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, scope]) => {
      const calculation_method = name.slice(name.indexOf(" ") + 1);
      const methodKinds = kinds.filter(
        (kind) => kind.scope === scope && kind.calculation_method === calculation_method,
      );
      return { scope, calculation_method, weight_kg: added(methodKinds, "weight_kg"), ...sums(methodKinds) };
    });
}

/** Each factor version with what was calculated by it, in the order of the copies. */
export function factorSums(kinds: readonly EntryKind[], copies: readonly FactorCopy[]): FactorFacts[] {
  const byFactor = new Map<string, EntryKind[]>();
  for (const kind of kinds) {
    const factorKinds = byFactor.get(kind.emission_factor_id);
    if (factorKinds === undefined) byFactor.set(kind.emission_factor_id, [kind]);
    else factorKinds.push(kind);
  }
  return copies.map((copy) => ({ ...copy, ...sums(byFactor.get(copy.id) ?? []) }));
}

/** What fell back to the grid average: the entries that did in part or as a whole, and the kg of these parts. */
export function fallbackSum(kinds: readonly EntryKind[]): Sums {
  const fallback = kinds.filter(({ market_based_fallback }) => market_based_fallback);
  return { ...sums(fallback), market_based_kg: added(fallback, "fallback_kg") };
}

/** By scope, category and unit; the same rows are in the same order however the database has found them. */
export function inOrder(measured: readonly MeasuredFacts[]): MeasuredFacts[] {
  const name = ({ scope, category_key, unit }: MeasuredFacts) => `${scope} ${category_key} ${unit ?? ""}`;
  return measured.toSorted((a, b) => (name(a) < name(b) ? -1 : 1));
}

function sums(kinds: readonly EntryKind[]): Sums {
  return {
    market_based_kg: added(kinds, "market_based_kg"),
    entry_count: kinds.reduce((count, kind) => count + kind.entry_count, 0),
  };
}

function added(kinds: readonly EntryKind[], column: "market_based_kg" | "weight_kg" | "fallback_kg"): string {
  return decimalText(kinds.reduce<Decimal>((sum, kind) => sum.plus(kind[column]), decimal(0)));
}
