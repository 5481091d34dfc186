import { daysBetween, plusDays } from "../../core/days.ts";
import { type Decimal, decimalSum } from "../../core/quantity.ts";

/** A consolidated invoice bills at most what two months brought. */
export const BILLED_DAYS = 62;
/** Transactions of the day on which it is written may be dated after it. */
export const LATE_DAYS = 3;
/** Each printed quantity is rounded to hundredths. */
const ROUNDING = 0.01;
/** Rows that together are one of several lines of an invoice, or a group of several: one alone would be as much by chance. */
const ROWS_MIN = 2;

/** A quantity of a line; those of one call have the same unit. */
export interface BilledQuantity {
  /** ISO date. */
  readonly dated: string;
  readonly value: Decimal;
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
  const billed_on = lines[0]?.dated ?? "";
  const all = decimalSum(lines.map(({ value }) => value));
  const whole = spansOf(rows, billed_on).find((span) => span.length > 0 && isSum(span, all));
  if (whole !== undefined) return [{ lines, rows: whole }];
  const sets = [rows, ...[...byWords(rows).values()].filter(({ length }) => length < rows.length)];
  const several = sets.map((set) => spansOf(set, billed_on).filter(({ length }) => length >= ROWS_MIN));
  // One card of a list that has several may be all that an invoice is for.
  const ofAll = several.flat().find((span) => isSum(span, all));
  if (ofAll !== undefined) return [{ lines, rows: ofAll }];
  if (lines.length < 2) return [];
  const open = new OpenLines(lines);
  const [allRows = [], ...groups] = several;
  const oneLine = open.billing(allRows);
  return oneLine === null ? groups.flatMap((spans) => open.billing(spans) ?? []) : [oneLine];
}

/** The rows of the month in which an invoice is written, of the month before, of the 31 and of the 62 days before it. */
function spansOf<Quantity extends BilledQuantity>(rows: readonly Quantity[], billed_on: string): Quantity[][] {
  const month = billed_on.slice(0, 7);
  const before = plusDays(`${month}-01`, -1).slice(0, 7);
  const near = rows.flatMap((row) => {
    const days = daysBetween(row.dated, billed_on);
    return days >= -LATE_DAYS && days <= BILLED_DAYS ? [{ row, days }] : [];
  });
  const all = near.map(({ row }) => row);
  return [
    all.filter(({ dated }) => dated.startsWith(month)),
    all.filter(({ dated }) => dated.startsWith(before)),
    near.flatMap(({ row, days }) => (days <= 31 ? [row] : [])),
    all,
  ];
}

function isSum(rows: readonly BilledQuantity[], billed: Decimal): boolean {
  const sum = decimalSum(rows.map(({ value }) => value));
  return sum
    .minus(billed)
    .abs()
    .lte(ROUNDING * (rows.length + 1));
}

function byWords<Quantity extends BilledQuantity>(rows: readonly Quantity[]): Map<string, Quantity[]> {
  const groups = new Map<string, Quantity[]>();
  for (const row of rows) {
    const group = groups.get(row.words);
    if (group === undefined) groups.set(row.words, [row]);
    else group.push(row);
  }
  return groups;
}

/** Lines of an invoice by what they bill, in hundredths: whether rows are one of them is looked up, whatever the number of lines. */
class OpenLines<Quantity extends BilledQuantity> {
  readonly #byHundredths = new Map<number, Quantity[]>();

  constructor(lines: readonly Quantity[]) {
    for (const line of lines) {
      const key = hundredths(line.value);
      this.#byHundredths.set(key, [...(this.#byHundredths.get(key) ?? []), line]);
    }
  }

  /** The first of the spans that is one line, which is no longer open then; null: none is. */
  billing(spans: readonly (readonly Quantity[])[]): Billing<Quantity> | null {
    for (const rows of spans) {
      const line = this.#taken(rows);
      if (line !== null) return { lines: [line], rows };
    }
    return null;
  }

  #taken(rows: readonly Quantity[]): Quantity | null {
    const sum = hundredths(decimalSum(rows.map(({ value }) => value)));
    const reach = rows.length + 2;
    for (let key = sum - reach; key <= sum + reach; key += 1) {
      const open = this.#byHundredths.get(key) ?? [];
      const line = open.find(({ value }) => isSum(rows, value));
      if (line === undefined) continue;
      this.#byHundredths.set(
        key,
        open.filter((one) => one !== line),
      );
      return line;
    }
    return null;
  }
}

function hundredths(value: Decimal): number {
  return value.times(100).round(0).toNumber();
}
