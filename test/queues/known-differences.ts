import { readFileSync } from "node:fs";

/** Who is asked otherwise than expected: in kg and in what is left out nothing may differ. */
interface Reason {
  readonly reason: string;
  /** Lines that are asked about although their label expects nobody to be asked. */
  readonly asked?: readonly string[];
  /** Lines that nobody is asked about although their label expects it. */
  readonly unasked?: readonly string[];
}

// The folder's own file; each of its entries is held against what the product answers.
const REASONS = Object.values(
  JSON.parse(readFileSync(new URL("known-differences.json", import.meta.url), "utf8")) as Record<string, Reason>,
);

export const KNOWN_ASKED: readonly string[] = REASONS.flatMap(({ asked = [] }) => asked);
export const KNOWN_UNASKED: readonly string[] = REASONS.flatMap(({ unasked = [] }) => unasked);
