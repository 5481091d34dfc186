import { decimal, roundedText, decimalText } from "../../core/quantity.ts";
import { type BaseEmission, project, type ProjectionTerms, type Reduction, runsIn } from "./projection.ts";

/**
 * The first tiltag of a fixed amount that an edit leaves without its kg: the edited one at `index`, or a later one that had them
 * before. Null: all have theirs, or the base year has no entries.
 */
export function robbedBy(
  terms: ProjectionTerms,
  base: readonly BaseEmission[],
  before: readonly Reduction[],
  { index, edited }: { readonly index: number; readonly edited: Reduction },
): { readonly index: number; readonly year: number; readonly available_kg: string } | null {
  const after = before.map((reduction, at) => (at === index ? edited : reduction));
  for (const [at, reduction] of after.entries()) {
    if (at < index) continue;
    const used = doublyUsed(terms, base, after.slice(0, at), reduction);
    const wasShort = at > index && doublyUsed(terms, base, before.slice(0, at), reduction) !== null;
    if (used !== null && !wasShort) return { index: at, ...used };
  }
  return null;
}

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
