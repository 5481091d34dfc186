import { plusDays } from "../../../src/core/days.ts";
import { type Draw, type DrawnCase, SUPPLIERS, type TruePurchase } from "./drawn-purchases.ts";
import type { HardShape } from "./purchase-shapes.ts";
import type { ToldRow } from "./told-rows.ts";

/** Units of kroner for one of the currency, of the day that all rates are asked for: the caller's table. */
export type RateOf = (currency: string, day: string) => number;

interface Case {
  readonly draw: Draw;
  readonly at: string;
  readonly supplier: string;
  readonly day: string;
  readonly gross: number;
  readonly rateOf: RateOf;
}

type Told = Omit<DrawnCase, "shape">;
type ShapeOf = (one: Case) => Told;

const once = (rows: readonly ToldRow[], share = 1): TruePurchase => ({
  shares: Object.fromEntries(rows.map(({ name }) => [name, share])),
});

const bill = ({ at, supplier, gross, day }: Case, more: Partial<ToldRow> = {}): ToldRow => {
  return { name: `${at}inv`, kind: "invoice", supplier, gross, date: day, number: `${at}4711`, ...more };
};
const payment = ({ at, supplier, gross, day }: Case, after: number, more: Partial<ToldRow> = {}): ToldRow => {
  return { name: `${at}pay`, kind: "bank", supplier, gross, date: plusDays(day, after), words: supplier, ...more };
};
const posting = ({ at, supplier, gross, day }: Case, after: number, more: Partial<ToldRow> = {}): ToldRow => {
  return { name: `${at}led`, kind: "ledger", supplier, gross, date: plusDays(day, after), ...more };
};

const SHAPES: Readonly<Record<HardShape, ShapeOf>> = {
  /** The bank begins with a transfer for what was bought before; a bill of somebody else comes later. */
  opening_balance: (one) => {
    const other = SUPPLIERS.find((name) => name !== one.supplier) ?? "";
    const paid = payment(one, one.draw.whole(0, 20));
    const known = bill({ ...one, supplier: other, gross: one.gross + 7_777 }, { date: plusDays(one.day, 25) });
    return { rows: [paid, known], purchases: [{ ...once([paid]), isOutside: true }, once([known])] };
  },
  nameless_batch: (one) => {
    const { draw, at, day } = one;
    const count = draw.whole(2, 6);
    const bills = draw
      .shuffled(SUPPLIERS)
      .slice(0, count)
      .map((supplier, index) => {
        const due = draw.chance(0.5) ? { due: plusDays(day, 30 + draw.whole(-6, 6)) } : {};
        const name = `${at}inv${index}`;
        const gross = one.gross + index * 3_310 + draw.whole(0, 99) * 5;
        return bill(
          { ...one, supplier, gross },
          { name, number: `${at}471${index}`, date: plusDays(day, index % 3), ...due },
        );
      });
    const gross = bills.reduce((sum, known) => sum + known.gross, 0);
    const words = draw.chance(0.7) ? `leverandoerbetaling ${count} stk` : "leverandoerbetaling";
    const paid = payment(one, 31, { gross, words });
    return { rows: [...bills, paid], purchases: bills.map((known) => once([known, paid])) };
  },
  refund: (one) => {
    const { draw, at, gross } = one;
    const known = bill(one);
    const paid = payment(one, 10, { words: `${one.supplier} faktura ${at}4711` });
    if (draw.chance(0.5)) {
      const credit = bill(
        { ...one, gross: Math.round(gross / 500) * 100 },
        {
          name: `${at}crn`,
          kind: "credit",
          number: `${at}4799`,
          date: plusDays(one.day, 20),
        },
      );
      const back = payment(one, 30, { name: `${at}bak`, gross: -credit.gross, words: `retur ${one.supplier}` });
      return { rows: [known, paid, credit, back], purchases: [once([known, paid]), once([credit, back])] };
    }
    const again = payment(one, 70, { name: `${at}dbl` });
    const back = payment(one, 80, { name: `${at}bak`, gross: -gross, words: `retur ${one.supplier}` });
    const overpaid = { shares: { [again.name]: 1, [back.name]: -1 }, isOutside: true as const };
    return { rows: [known, paid, again, back], purchases: [once([known, paid]), overpaid] };
  },
  netting: (one) => {
    const { draw, at, gross } = one;
    const known = bill(one);
    const off = Math.round((gross * draw.whole(10, 60)) / 100);
    const paid = payment(one, 28, { gross: gross - off });
    const setOff = posting(one, 27, { name: `modregning ${at}net`, gross: -off, net: -off });
    const rows = draw.chance(0.7) ? [known, paid, setOff] : [known, paid];
    return { rows, purchases: [once(rows)] };
  },
  two_equal_amounts: (one) => {
    const { draw, at } = one;
    const second: Case = { ...one, at: `${at}w`, day: plusDays(one.day, draw.whole(1, 12)) };
    const isNamed = draw.chance(0.8);
    const pair = [one, second].map((each) => {
      const words = isNamed ? `${each.supplier} faktura ${each.at}4711` : each.supplier;
      return [bill(each), payment(each, 25, { words })];
    });
    // Which payment is of which bill matters to nobody: two are counted, or somebody is asked.
    return { rows: pair.flat(), purchases: [once(pair.flat(), 0.5)] };
  },
  payment_before_invoice: (one) => {
    const rows = [payment(one, -one.draw.whole(3, 28)), bill(one)];
    return { rows, purchases: [once(rows)] };
  },
  instalments: (one) => {
    const { draw, at, gross } = one;
    const parts = draw.whole(2, 4);
    const part = Math.floor(gross / parts) - draw.whole(0, 300);
    const known = bill(one);
    const isNamed = draw.chance(0.8);
    const paid = Array.from({ length: parts }, (_, index) =>
      payment(one, 15 + index * 14, {
        name: `${at}pay${index}`,
        gross: index === parts - 1 ? gross - part * (parts - 1) : part,
        words: isNamed ? `${one.supplier} faktura ${at}4711 rate ${index + 1}` : one.supplier,
      }),
    );
    const shares = Object.fromEntries(paid.map((row) => [row.name, row.gross / gross]));
    return { rows: [known, ...paid], purchases: [{ shares: { ...shares, [known.name]: 1 } }] };
  },
  late_booking: (one) => {
    const known = bill(one);
    const rows = [known, posting(one, one.draw.whole(10, 55)), ...(one.draw.chance(0.5) ? [payment(one, 58)] : [])];
    return { rows, purchases: [once(rows)] };
  },
  wrong_vat: (one) => {
    const { draw, at, gross } = one;
    const free = { net: gross };
    const isFree = draw.chance(0.5);
    // A bill without VAT that is booked as if it had some, or one with VAT whose VAT was not taken off.
    const known = bill(one, isFree ? free : {});
    const booked = posting(one, draw.whole(0, 20), {
      ...(isFree ? {} : { gross: Math.round(gross * 1.25), net: gross }),
      ...(draw.chance(0.6) ? { number: `${at}4711` } : {}),
    });
    const rows = [known, booked, ...(draw.chance(0.5) ? [payment(one, 30)] : [])];
    return { rows, purchases: [once(rows)] };
  },
  three_currencies: (one) => {
    const { draw, at, day } = one;
    const told = ["EUR", "USD", "SEK"].map((currency, index) => {
      const supplier =
        SUPPLIERS[(SUPPLIERS.indexOf(one.supplier as (typeof SUPPLIERS)[number]) + index) % SUPPLIERS.length] ?? "";
      const each: Case = { ...one, at: `${at}${currency.toLowerCase()}`, supplier };
      const known = bill(each, { currency });
      const after = 20 + index;
      const kroner = Math.round(
        one.gross * one.rateOf(currency, plusDays(day, after)) * (1 + (draw.unit() - 0.5) / 100),
      );
      return [known, payment(each, after, { gross: kroner })];
    });
    return { rows: told.flat(), purchases: told.map((rows) => once(rows)) };
  },
  credit_over_year_end: (one) => {
    const { at, gross } = one;
    const late: Case = { ...one, day: "2025-12-18" };
    const known = bill(late);
    const credit = bill(
      { ...late, gross: Math.round(gross / 500) * 100 },
      {
        name: `${at}crn`,
        kind: "credit",
        number: `${at}4799`,
        date: "2026-01-08",
      },
    );
    const paid = payment(late, 29, { gross: gross - credit.gross });
    return { rows: [known, credit, paid], purchases: [once([known, paid]), once([credit, paid])] };
  },
  customer_who_is_a_supplier: (one) => {
    const known = bill(one);
    const paid = payment(one, 25);
    const theirs = payment(one, one.draw.whole(5, 60), {
      name: `${one.at}sal`,
      gross: -(one.gross + 4_321),
      words: `indbetaling ${one.supplier}`,
      // What comes in is a sale unless its words say that something was paid back.
      ...(one.draw.chance(0.7) ? { isLeftOut: true as const } : {}),
    });
    return {
      rows: [known, paid, theirs],
      purchases: [once([known, paid]), { ...once([theirs], -1), isOutside: true }],
    };
  },
};

export function hardCase(shape: HardShape, one: Case): DrawnCase {
  return { shape, ...SHAPES[shape](one) };
}
