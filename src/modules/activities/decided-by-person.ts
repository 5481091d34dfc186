import type { CurrentActivityRow } from "./store.ts";

/** Whether a person decided about this very line; lines that are read by what a person decided name their candidates. */
export function isDecidedByPerson(current: Pick<CurrentActivityRow, "mapped_by" | "candidates">): boolean {
  return current.mapped_by === "person" && current.candidates.length === 0;
}
