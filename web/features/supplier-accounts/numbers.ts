import type { Supplier } from "./queries.ts";

interface Named {
  readonly identifiers: readonly Pick<Supplier["identifiers"][number], "kind" | "shown">[];
}

/** By what documents name a supplier, besides its name. */
export function numbersOf({ identifiers }: Named): string {
  const numbers = identifiers.filter(({ kind }) => kind !== "name");
  return numbers.map(({ kind, shown }) => (kind === "cvr" ? `CVR ${shown}` : shown)).join(" · ");
}
