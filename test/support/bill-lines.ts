import { invoiceLine } from "../../src/modules/reading/lines.ts";
import type { CountedQuantity, ParsedLine } from "../../src/modules/reading/parsed-document.ts";
import { countQuantities } from "../../src/modules/reading/quantities/quantities.ts";

/** [text, quantity, unit, amount, further fields] of one line of a bill; the texts are everyday words of such bills. */
export type BillLine = readonly [
  text: string,
  quantity: string,
  unit: string,
  amount: string,
  more?: Partial<ParsedLine>,
];

/** What a bill with these lines counts; `context` is the text that stands around them. */
export function countBill(rows: readonly BillLine[], context = ""): CountedQuantity[] {
  const lines = rows.map(([description, quantity, unit, amount, more], index) => ({
    line: invoiceLine({ number: index + 1, kind: "line", description, quantity, unit, amount, ...more }),
    hint: "",
  }));
  return countQuantities(lines, { context, period_start: null, period_end: null });
}

/** Commodity, quantity with unit, and the numbers of the counted and of the covered lines. */
export const brief = (counted: readonly CountedQuantity[]) =>
  counted.map(({ commodity, quantity, unit, lines, covered }) => [commodity, `${quantity} ${unit}`, lines, covered]);
