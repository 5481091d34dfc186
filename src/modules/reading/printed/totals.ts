import { cutText } from "../../../core/cut-text.ts";
import { decimal, decimalText } from "../../../core/quantity.ts";
import type { Cell, Row } from "../pdf/page-words.ts";
import { totalKind, type TotalKind } from "./labels.ts";
import { amountsIn, type Notation, withoutNumbers } from "./values.ts";
import { vatRow } from "./vat-rows.ts";
import type { LabelledAmount } from "./labelled-amount.ts";

/** Values stand below their labels within this many letter sizes. */
const BELOW_SIZES = 3;

/** Every amount outside the lines that a label calls a total, VAT, discount or charge, in order. */
export function labelledAmounts(rows: readonly Row[], notation: Notation): LabelledAmount[] {
  return rows.flatMap((row, index) => [
    ...(vatRow(row, notation.tolerance) ?? beside(row, notation)),
    ...below(row, rows.slice(index + 1, index + 6), notation),
  ]);
}

function beside(row: Row, { mark }: Notation): LabelledAmount[] {
  const amounts: LabelledAmount[] = [];
  let label: string[] = [];
  for (const cell of row.cells) {
    const words = withoutNumbers(cell.text);
    if (/\p{L}{2}/u.test(words.replaceAll(/\b(?:DKK|EUR|USD|SEK|NOK|GBP|kr)\b\.?/giu, ""))) {
      if (amounts.length > 0 || label.length > 2) label = [];
      label.push(cell.text);
    }
    for (const amount of amountsIn(cell.text, mark)) {
      const kind = isSentence(words) ? null : totalKind(label.join(" "));
      if (kind !== null && label.length > 0) amounts.push({ kind, label: labelText(label), amount });
    }
  }
  return withVatBase(amounts);
}

/** Running text about delivery or discounts announces no amount. */
function isSentence(words: string): boolean {
  return words.split(/\s+/).length > 6 && /\.\s*$/.test(words);
}

function labelText(label: readonly string[]): string {
  return cutText(withoutNumbers(label.join(" ").replaceAll(/[:]\s*$/g, "")), 200);
}

/** "VAT 25 % of 8,461.16: 2,115.29": of two amounts beside a VAT label, the larger is what VAT is charged on. */
function withVatBase(amounts: readonly LabelledAmount[]): LabelledAmount[] {
  const vat = amounts.filter(({ kind }) => kind === "vat");
  if (vat.length !== 2) return [...amounts];
  const [firstVat, secondVat] = vat;
  if (firstVat === undefined || secondVat === undefined) return [...amounts];
  const base = decimal(firstVat.amount).abs().gt(decimal(secondVat.amount).abs()) ? firstVat : secondVat;
  return amounts.map((amount) => (amount === base ? { ...amount, kind: "net" } : amount));
}

/** A row of labels, with their values in the rows below: "Net | VAT | Total". */
function below(row: Row, next: readonly Row[], { mark }: Notation): LabelledAmount[] {
  const labels = row.cells.map((cell) => ({ cell, kind: totalKind(cell.text) }));
  const isHeading = labels.filter(({ kind }) => kind !== null).length >= 2 && row.cells.every(isLabel);
  if (!isHeading) return [];
  return next.flatMap((values) => {
    if (values.page !== row.page || values.baseline - row.baseline > BELOW_SIZES * 2 * row.size) return [];
    return values.cells.flatMap((cell) => {
      const [amount, ...more] = amountsIn(cell.text, mark);
      const label = nearest(cell, labels);
      if (amount === undefined || more.length > 0 || label?.kind == null) return [];
      return [{ kind: label.kind, label: label.cell.text, amount }];
    });
  });
}

function isLabel({ text }: Cell): boolean {
  return !/\d[.,]\d/.test(text);
}

function nearest<T extends { readonly cell: Cell }>(value: Cell, labels: readonly T[]): T | null {
  let best: T | null = null;
  let distance = Infinity;
  for (const label of labels) {
    const { left, right } = label.cell;
    const labelDistance = Math.min(Math.abs(left - value.left), Math.abs(right - value.right));
    if (labelDistance < distance) [best, distance] = [label, labelDistance];
  }
  return best;
}

/** Different amounts of one kind, in order. */
export function amountsOfKind(amounts: readonly LabelledAmount[], kinds: readonly TotalKind[]): string[] {
  return [
    ...new Set(amounts.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => decimalText(decimal(amount)))),
  ];
}
