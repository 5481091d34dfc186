import { readFileSync } from "node:fs";

/** A line that the product counts otherwise than its label says. */
export interface KnownDifference {
  readonly line: string;
  readonly category: string;
  readonly year: string;
  /** What the product counts more than expected, kg CO2e. */
  readonly kg: number;
}

interface Reason {
  readonly reason: string;
  readonly differences?: readonly KnownDifference[];
  /** Lines that are asked about although their label expects nobody to be asked. */
  readonly asked?: readonly string[];
  /** Lines that nobody is asked about although their label expects it. */
  readonly unasked?: readonly string[];
}

// The folder's own file; each of its entries is held against what the product answers.
const REASONS = Object.values(
  JSON.parse(readFileSync(new URL("known-differences.json", import.meta.url), "utf8")) as Record<string, Reason>,
);

export const KNOWN: readonly KnownDifference[] = REASONS.flatMap(({ differences = [] }) => differences);
export const KNOWN_ASKED: readonly string[] = REASONS.flatMap(({ asked = [] }) => asked);
export const KNOWN_UNASKED: readonly string[] = REASONS.flatMap(({ unasked = [] }) => unasked);
