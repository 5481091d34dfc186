import { readFileSync } from "node:fs";

/** What the product counts otherwise than the books expect, for a reason that known-differences.json states. */
export interface KnownDifference {
  /** The books' moments at which it is there. */
  readonly moments: readonly string[];
  readonly financial_year: string;
  readonly line: string;
  readonly category: string;
  readonly scope: number;
  readonly scope3_category: number | null;
  /** What the product counts more than expected, kg CO2e; 0: it lists the category and counts nothing in it. */
  readonly kg: number;
}

/** A figure that is told beside the sums, with what the product tells more, kg CO2e. */
export interface KnownFigure {
  readonly moments: readonly string[];
  readonly company: string;
  readonly financial_year: string;
  readonly figure: string;
  readonly kg: number;
}

interface Reason {
  readonly reason: string;
  readonly differences: readonly KnownDifference[];
  readonly figures: readonly KnownFigure[];
  /** Lines that wait although the books have settled them, by the moments at which they do. */
  readonly waiting: Readonly<Record<string, readonly string[]>>;
}

// The folder's own file; each of its entries is held against what the product answers.
const REASONS = JSON.parse(readFileSync(new URL("known-differences.json", import.meta.url), "utf8")) as Readonly<
  Record<string, Reason>
>;

/** Of a company at a moment: "before_settlement", "attested <last day>" or "end". */
export function differencesAt(company: string, moment: string): readonly KnownDifference[] {
  return Object.values(REASONS)
    .flatMap(({ differences }) => differences)
    .filter(({ line, moments }) => line.startsWith(`${company}/`) && moments.includes(moment));
}

export function figuresAt(company: string, moment: string): readonly KnownFigure[] {
  return Object.values(REASONS)
    .flatMap(({ figures }) => figures)
    .filter((known) => known.company === company && known.moments.includes(moment));
}

export function knownWaiting(company: string, moment: string): readonly string[] {
  return Object.values(REASONS)
    .flatMap(({ waiting }) => waiting[moment] ?? [])
    .filter((line) => line.startsWith(`${company}/`))
    .sort();
}
