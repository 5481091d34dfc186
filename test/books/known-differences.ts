import { readFileSync } from "node:fs";
import type { Books } from "./book-files.ts";

/** What the product counts otherwise than the books expect, for a reason that known-differences.json states. */
export interface KnownDifference {
  /** The books' moments at which it is there. */
  readonly moments: readonly string[];
  readonly financial_year: string;
  readonly line: string;
  /** Of a record, whose name has no company. */
  readonly company?: string;
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

/** The differences of a set of books; each of its entries is held against what the product answers. */
export class KnownDifferences {
  readonly #reasons: Readonly<Record<string, Reason>>;

  constructor({ folder }: Books) {
    const text = readFileSync(new URL("known-differences.json", folder), "utf8");
    this.#reasons = JSON.parse(text) as Readonly<Record<string, Reason>>;
  }

  /** Of a company at a moment: one that the books name, "attested <last day>" or "end". */
  differencesAt(company: string, moment: string): readonly KnownDifference[] {
    return Object.values(this.#reasons)
      .flatMap(({ differences }) => differences)
      .filter(({ line, company: of, moments }) => (of ?? line.split("/")[0]) === company && moments.includes(moment));
  }

  figuresAt(company: string, moment: string): readonly KnownFigure[] {
    return Object.values(this.#reasons)
      .flatMap(({ figures }) => figures)
      .filter((known) => known.company === company && known.moments.includes(moment));
  }

  waitingAt(company: string, moment: string): readonly string[] {
    return Object.values(this.#reasons)
      .flatMap(({ waiting }) => waiting[moment] ?? [])
      .filter((line) => line.startsWith(`${company}/`))
      .sort();
  }
}
