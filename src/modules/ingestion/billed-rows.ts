import { plusDays } from "../../core/days.ts";
import { grouped } from "../../core/grouped.ts";

/** A consolidated invoice bills at most what two months brought. */
export const BILLED_DAYS = 62;
/** Transactions of the day on which it is written may be dated after it. */
export const LATE_DAYS = 3;
/** Each printed quantity is rounded to hundredths. */
const ROUNDING = 0.01;
/** What sums of numbers that are not exact may differ by. */
const INEXACT = 1e-6;
/** Rows that together are one of several lines of an invoice, or a group of several: one alone would be as much by chance. */
const ROWS_MIN = 2;

/** A quantity of a line; those of one call have the same unit. */
export interface BilledQuantity {
  /** ISO date. */
  readonly dated: string;
  /** To be compared only: it is no figure that counts. */
  readonly compared: number;
  /** Folded words of the line: a list tells by them for which card or vehicle a row is. */
  readonly words: string;
}

/** Lines of an invoice, and the rows of a table that together are what they bill. */
export interface Billing<Quantity extends BilledQuantity> {
  readonly lines: readonly Quantity[];
  readonly rows: readonly Quantity[];
}

/**
 * What of one invoice's lines one table's rows are the sum of. The rows are those of the invoice's month, of the month before, or of the
 * time before it. All rows are all lines; or else all rows, or those with the same words, are one line or all of them. Each row and each
 * line is told once. The time that it takes rises with the rows as their number does. Pure.
 */
export function billings<Quantity extends BilledQuantity>(
  lines: readonly Quantity[],
  rows: readonly Quantity[],
): Billing<Quantity>[] {
  const spans = spansBefore(lines[0]?.dated ?? "");
  const all = lines.reduce((sum, { compared }) => sum + compared, 0);
  const whole = sumsOf(rows, spans).find((sum) => sum.count > 0 && isSum(sum, all));
  if (whole !== undefined) return [{ lines, rows: rowsOf(whole) }];
  const sets = [
    rows,
    ...[...grouped(rows, ({ words }) => words).values()].filter(({ length }) => length < rows.length),
  ];
  const several = sets.map((set) => sumsOf(set, spans).filter(({ count }) => count >= ROWS_MIN));
  // One card of a list that has several may be all that an invoice is for.
  const ofAll = several.flat().find((sum) => isSum(sum, all));
  if (ofAll !== undefined) return [{ lines, rows: rowsOf(ofAll) }];
  if (lines.length < 2) return [];
  const open = new OpenLines(lines);
  const [allRows = [], ...groups] = several;
  const oneLine = open.billing(allRows);
  return oneLine === null ? groups.flatMap((sums) => open.billing(sums) ?? []) : [oneLine];
}

/** ISO dates, both inclusive. */
interface Span {
  readonly from: string;
  readonly to: string;
}

/** The month in which an invoice is written, the month before, the 31 and the 62 days before it. */
function spansBefore(billed_on: string): Span[] {
  const month = billed_on.slice(0, 7);
  const before = plusDays(`${month}-01`, -1).slice(0, 7);
  const [first, last] = [plusDays(billed_on, -BILLED_DAYS), plusDays(billed_on, LATE_DAYS)];
  return [
    { from: `${month}-01`, to: `${month}-31` },
    { from: `${before}-01`, to: `${before}-31` },
    { from: plusDays(billed_on, -31), to: last },
    { from: first, to: last },
  ].map(({ from, to }) => ({ from: from > first ? from : first, to: to < last ? to : last }));
}

/** Rows of a span, summed up. */
interface Sum<Quantity> {
  readonly span: Span;
  readonly among: readonly Quantity[];
  readonly count: number;
  readonly sum: number;
}

function sumsOf<Quantity extends BilledQuantity>(among: readonly Quantity[], spans: readonly Span[]): Sum<Quantity>[] {
  return spans.map((span) => {
    let [count, sum] = [0, 0];
    for (const { dated, compared } of among) {
      if (dated < span.from || dated > span.to) continue;
      count += 1;
      sum += compared;
    }
    return { span, among, count, sum };
  });
}

function rowsOf<Quantity extends BilledQuantity>({ span, among }: Sum<Quantity>): Quantity[] {
  return among.filter(({ dated }) => dated >= span.from && dated <= span.to);
}

function isSum({ sum, count }: Pick<Sum<unknown>, "count" | "sum">, billed: number): boolean {
  return Math.abs(sum - billed) <= ROUNDING * (count + 1) + INEXACT;
}

/** Lines of an invoice by what they bill, in hundredths: whether rows are one of them is looked up, whatever the number of lines. */
class OpenLines<Quantity extends BilledQuantity> {
  readonly #byHundredths = new Map<number, Quantity[]>();

  constructor(lines: readonly Quantity[]) {
    for (const line of lines) {
      const key = hundredths(line.compared);
      const known = this.#byHundredths.get(key);
      if (known === undefined) this.#byHundredths.set(key, [line]);
      else known.push(line);
    }
  }

  /** The first of the sums that is one line, which is no longer open then; null: none is. */
  billing(sums: readonly Sum<Quantity>[]): Billing<Quantity> | null {
    for (const sum of sums) {
      const line = this.#taken(sum);
      if (line !== null) return { lines: [line], rows: rowsOf(sum) };
    }
    return null;
  }

  #taken(sum: Sum<Quantity>): Quantity | null {
    const [middle, reach] = [hundredths(sum.sum), sum.count + 2];
    for (let key = middle - reach; key <= middle + reach; key += 1) {
      const open = this.#byHundredths.get(key) ?? [];
      const at = open.findIndex(({ compared }) => isSum(sum, compared));
      const [line] = at < 0 ? [] : open.splice(at, 1);
      if (line !== undefined) return line;
    }
    return null;
  }
}

function hundredths(value: number): number {
  return Math.round(value * 100);
}
