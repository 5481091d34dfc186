import { plusDays } from "../../../src/core/days.ts";
import type { HardShape, PlainShape } from "./purchase-shapes.ts";
import type { ToldRow } from "./told-rows.ts";

/** Numbers that follow from a seed alone. */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1) >>> 0;
  }

  /** At least 0, less than 1. */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  whole(from: number, to: number): number {
    return from + Math.floor(this.unit() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.unit() < share;
  }

  one<Item>(items: readonly Item[]): Item {
    const item = items[this.whole(0, items.length - 1)];
    if (item === undefined) throw new Error("nothing to draw from");
    return item;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, at: this.unit() }))
      .toSorted((left, right) => left.at - right.at)
      .map(({ item }) => item);
  }
}

/** A purchase as it was, and which share of it each row tells of. */
export interface TruePurchase {
  readonly shares: Readonly<Record<string, number>>;
  /** It lies before what is recorded, or is no purchase: nothing of it may count in silence. */
  readonly isOutside?: true;
}

export interface DrawnCase {
  readonly shape: HardShape | PlainShape;
  readonly rows: readonly ToldRow[];
  readonly purchases: readonly TruePurchase[];
}

export const SUPPLIERS = [
  "nordpap",
  "bogcentralen",
  "skovbo",
  "lysgaard",
  "jernvare",
  "kaffekompagniet",
  "tagdaekkeren",
  "malerfirmaet",
  "rengoeringen",
  "vognmanden",
  "datahuset",
  "trykkeriet",
] as const;

const START = "2026-03-01";

/** A sum with VAT whose net is whole hundredths. */
const amount = (draw: Draw): number => draw.whole(400, 40_000) * 25 + draw.whole(0, 4) * 5;
const named = (name: string, supplier: string, isNamed: boolean, words = "") =>
  isNamed ? `${supplier} faktura ${name}` : `${supplier}${words}`;

/** Purchases whose sources agree, as most do. */
export function plainCase(shape: PlainShape, draw: Draw, at: string, supplier: string): DrawnCase {
  const day = plusDays(START, draw.whole(0, 120));
  const gross = amount(draw);
  const bill: ToldRow = { name: `${at}inv`, kind: "invoice", supplier, gross, date: day, number: `${at}4711` };
  const posting: ToldRow = { name: `${at}led`, kind: "ledger", supplier, gross, date: plusDays(day, draw.whole(0, 5)) };
  const words = named(`${at}4711`, supplier, draw.chance(0.5));
  const payment: ToldRow = {
    name: `${at}pay`,
    kind: "bank",
    supplier,
    gross,
    date: plusDays(day, draw.whole(6, 44)),
    words,
  };
  const once = (...rows: readonly ToldRow[]): DrawnCase => {
    return { shape, rows, purchases: [{ shares: Object.fromEntries(rows.map(({ name }) => [name, 1])) }] };
  };
  switch (shape) {
    case "one_source":
      return once(draw.one([bill, posting, payment]));
    case "invoice_and_payment":
      return once(bill, payment);
    case "invoice_and_posting":
      return once(bill, posting);
    case "posting_and_payment":
      return once(posting, { ...payment, words: supplier });
    case "all_three":
      return once(bill, posting, payment);
    case "whole_kroner": {
      const rounded = Math.round(gross / 100) * 100;
      return once(bill, { ...payment, gross: rounded });
    }
    case "collective_payment":
      break;
  }
  const second = { ...bill, name: `${at}inw`, number: `${at}4712`, gross: gross + 12_345, date: plusDays(day, 2) };
  const both = { ...payment, words: supplier, gross: gross + second.gross };
  return {
    shape,
    rows: [bill, second, both],
    purchases: [bill, second].map(({ name }) => ({ shares: { [name]: 1, [both.name]: 1 } })),
  };
}
