import type { NewEntry, PendingScope } from "../emissions/index.ts";
import { scopeSum } from "../restatements/index.ts";

/** What entries count and would count, of each scope that has any. Pure. */
export function scopeSums(before: readonly NewEntry[], after: readonly NewEntry[]): PendingScope[] {
  const scopes = [...new Set([...before, ...after].map(({ scope }) => scope))].toSorted((one, other) => one - other);
  return scopes.map((scope) => scopeSum(scope, before, after));
}

/** Keys of the factors of entries, each once. */
export function factorKeys(entries: readonly NewEntry[]): string[] {
  return [...new Set(entries.map(({ factor }) => factor.key))].toSorted();
}
