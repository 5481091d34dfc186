import { decimal, roundedText, decimalText } from "../../core/quantity.ts";
import { type BaseEmission, project, type ProjectionTerms, type Reduction, runsIn } from "./projection.ts";

/**
 * The first year in which a further tiltag of a fixed amount would take kg that are not there or that the ones before it
 * take already; null when there is none, or when the base year has no entries and nothing can be said. Shares never do.
 */
export function doublyUsed(
  terms: ProjectionTerms,
  base: readonly BaseEmission[],
  stack: readonly Reduction[],
  added: Reduction,
): { readonly year: number; readonly available_kg: string } | null {
  const { reduction_kg } = added;
  if (reduction_kg === null || base.length === 0) return null;
  for (const { year, effects } of project(terms, base, [...stack, added])) {
    const available = effects.at(-1)?.available_kg;
    if (available === undefined || !runsIn(added, year) || available.gte(decimal(reduction_kg))) continue;
    return { year, available_kg: roundedText(decimalText(available)) };
  }
  return null;
}
