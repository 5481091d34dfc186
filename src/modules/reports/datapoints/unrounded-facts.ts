import { type Decimal, decimal } from "../../../core/quantity.ts";
import type { Fact, FactValue } from "./fact.ts";

/** A fact before it is rounded and named: numbers are exact. */
export interface UnroundedFact {
  /** Id of the datapoint. */
  readonly datapoint: string;
  /** Member of the datapoint's list, key of the row, or null. */
  readonly member: string | null;
  readonly value: { readonly amount: Decimal } | { readonly given: Exclude<FactValue, number> };
  readonly provenance: Fact["provenance"];
}

/** The facts of one report, unrounded, at most one for a datapoint and member: the first that is put in stays. */
export class UnroundedFacts {
  readonly #byKey = new Map<string, UnroundedFact>();
  readonly #omitted: ReadonlySet<string>;

  /**
   * `omitted`: keys (`cellKey`) of what the company does not report, a datapoint as a whole or one member of it; nothing is
   * known of it, nor of what follows from it.
   */
  constructor(omitted: ReadonlySet<string>) {
    this.#omitted = omitted;
  }

  put(unrounded: UnroundedFact): void {
    const { datapoint, member } = unrounded;
    const key = cellKey(datapoint, member);
    if (this.#omitted.has(key) || this.#omitted.has(cellKey(datapoint, null))) return;
    if (!this.#byKey.has(key)) this.#byKey.set(key, unrounded);
  }

  get(datapoint: string, member: string | null = null): UnroundedFact | undefined {
    return this.#byKey.get(cellKey(datapoint, member));
  }

  /** The number of a datapoint, exact; null: there is none. */
  amount(datapoint: string, member: string | null = null): Decimal | null {
    const value = this.get(datapoint, member)?.value;
    return value !== undefined && "amount" in value ? value.amount : null;
  }

  /** The value as conditions judge it. */
  known(datapoint: string): FactValue | undefined {
    const value = this.get(datapoint)?.value;
    if (value === undefined) return undefined;
    return "amount" in value ? Number(value.amount) : value.given;
  }

  /** All rows of a datapoint that is reported by members, in the order in which they were put in. */
  rows(datapoint: string): readonly UnroundedFact[] {
    return [...this.#byKey.values()].filter((unrounded) => unrounded.datapoint === datapoint);
  }

  hasAny(datapoint: string): boolean {
    return this.rows(datapoint).length > 0;
  }
}

/** Identity of a fact within a report: its datapoint and member. */
export function cellKey(datapoint: string, member: string | null): string {
  return JSON.stringify([datapoint, member]);
}

/** Adds up; null when one of them is not known or there is none. */
export function sumOf(amounts: readonly (Decimal | null)[]): Decimal | null {
  if (amounts.length === 0) return null;
  return amounts.reduce<Decimal | null>(
    (total, amount) => (total === null || amount === null ? null : total.plus(amount)),
    decimal(0),
  );
}
