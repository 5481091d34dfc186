import { type Decimal, decimal } from "../../../core/quantity.ts";
import { type DecimalMark, detectDecimalMark, parseAmount } from "../amounts.ts";
import { type Column, type ColumnMap, normaliseHeading } from "./columns.ts";
import { headingSuffix } from "./heading-suffix.ts";

/** VAT of the country of the company whose table it is. */
export interface OwnVat {
  /** Rates in percent, decimal texts. */
  readonly percents: readonly string[];
  readonly currency: string;
}

/** Headings of columns that hold the VAT of a row in one table, and in another a code or a rate of it ("I25", "25"). */
const DOUBTFUL: ReadonlySet<string> = new Set(
  "moms|vat|mva|mwst|ust|umsatzsteuer|mehrwertsteuer|tax|sales tax|gst".split("|"),
);

interface TableOfVat {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly columns: ColumnMap;
  /** Of the amounts. */
  readonly mark: DecimalMark;
  readonly vat: OwnVat | null;
}

/** The column of VAT, and whether amounts include what it holds. */
export interface VatOfAmounts {
  readonly column: Column;
  readonly mark: DecimalMark;
  readonly is_included: boolean;
}

/**
 * Whether the amounts of a table whose heading does not say so ("Beløb") include VAT, told by the column of VAT beside them: every row with
 * both has the share that a rate of the company's country makes, such as 20 % of what includes 25 %. Rows in other currencies say nothing.
 * Null: no column tells, or some row has neither share, and amounts stay what such tables hold.
 */
export function vatOfAmounts(table: TableOfVat): VatOfAmounts | null {
  const { columns, vat } = table;
  const isTold = columns.has("amount_excl_vat") || columns.has("amount_incl_vat") || columns.has("foreign_amount");
  const column = columns.get("vat_amount") ?? doubtfulColumn(table);
  if (vat === null || isTold || column === null || !columns.has("amount")) return null;
  const mark = detectDecimalMark(
    table.rows.map((cells) => cells[column.index] ?? ""),
    column.mark ?? table.mark,
  );
  const pairs = pairsOf(table, { column, mark, currency: vat.currency });
  if (pairs.every(({ tax }) => vat.percents.some((percent) => tax.eq(percent)))) return null;
  const fits = (share: (percent: string) => Decimal) => (pair: Pair) =>
    vat.percents.some((percent) => isShare(pair, share(percent)));
  const asIncluded = fits((percent) => decimal(percent).div(decimal(percent).plus(100)));
  const asAdded = fits((percent) => decimal(percent).div(100));
  const [included, added] = [pairs.every(asIncluded), pairs.every(asAdded)];
  return included === added ? null : { column, mark, is_included: included };
}

function doubtfulColumn({ head, columns }: TableOfVat): Column | null {
  const read = new Set([...columns.values()].map(({ index }) => index));
  const index = head.findIndex(
    (heading, at) => !read.has(at) && DOUBTFUL.has(headingSuffix(normaliseHeading(heading)).name),
  );
  return index === -1 ? null : { index, currency: null, unit: null };
}

/** Amount and VAT of a row, without their signs: exports write the VAT of costs below zero with a minus or without. */
interface Pair {
  readonly amount: Decimal;
  readonly tax: Decimal;
  /** Neither has decimals: VAT may be rounded to a whole. */
  readonly is_whole: boolean;
}

function pairsOf(
  { rows, columns, mark: markOfAmounts }: TableOfVat,
  { column, mark, currency }: { readonly column: Column; readonly mark: DecimalMark; readonly currency: string },
): Pair[] {
  const amounts = columns.get("amount");
  const named = amounts?.currency ?? null;
  const pairs: Pair[] = [];
  for (const cells of rows) {
    const cellOf = (of: Column | undefined): string => (of === undefined ? "" : (cells[of.index] ?? "").trim());
    const code = (named ?? cellOf(columns.get("currency"))).toUpperCase();
    if (code !== "" && code !== currency) continue;
    const amount = decimal(parseAmount(cellOf(amounts), markOfAmounts) ?? "0").abs();
    const tax = decimal(parseAmount(cellOf(column), mark) ?? "0").abs();
    if (amount.eq(0) || tax.eq(0)) continue;
    pairs.push({ amount, tax, is_whole: amount.round(0).eq(amount) && tax.round(0).eq(tax) });
  }
  return pairs;
}

/** To the cent, or to the whole. */
function isShare({ amount, tax, is_whole }: Pair, share: Decimal): boolean {
  return amount
    .times(share)
    .minus(tax)
    .abs()
    .lte(is_whole ? "0.5" : "0.015");
}
