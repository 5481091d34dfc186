import type { HappeningKind } from "../../parts/happening/queries.ts";

export const KINDS = [
  "documents",
  "lines",
  "suppliers",
  "factors",
  "reports",
  "targets",
  "company",
  "access",
] as const satisfies readonly HappeningKind[];

/** What the address says of the feed. */
export interface HistorySearch {
  readonly slags?: HappeningKind | undefined;
  readonly hvem?: string | undefined;
}

/** What of an address can be meant; the rest is left out. */
export function historySearch({ slags, hvem }: Record<string, unknown>): HistorySearch {
  const kind = KINDS.find((one) => one === slags);
  return {
    ...(kind === undefined ? {} : { slags: kind }),
    ...(typeof hvem === "string" && hvem !== "" ? { hvem: hvem.slice(0, 200) } : {}),
  };
}
