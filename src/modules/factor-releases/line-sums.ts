import { decimalSum, decimalText } from "../../core/quantity.ts";
import type { NewEntry, PendingScope } from "../emissions/index.ts";

/** What entries count and would count, of each scope that has any. Pure. */
export function scopeSums(before: readonly NewEntry[], after: readonly NewEntry[]): PendingScope[] {
  const scopes = [...new Set([...before, ...after].map(({ scope }) => scope))].toSorted((one, other) => one - other);
  return scopes.map((scope) => {
    const sum = (entries: readonly NewEntry[], column: "market_based_kg" | "location_based_kg") =>
      decimalText(decimalSum(entries.filter((entry) => entry.scope === scope).map((entry) => entry[column])));
    return {
      scope,
      market_based_before_kg: sum(before, "market_based_kg"),
      market_based_after_kg: sum(after, "market_based_kg"),
      location_based_before_kg: sum(before, "location_based_kg"),
      location_based_after_kg: sum(after, "location_based_kg"),
    };
  });
}

/** Keys of the factors of entries, each once. */
export function factorKeys(entries: readonly NewEntry[]): string[] {
  return [...new Set(entries.map(({ factor }) => factor.key))].toSorted();
}
