import { type Decimal, decimal, decimalText } from "../../../core/quantity.ts";
import { addUpTo } from "../balance.ts";
import { type Row, rowText } from "../pdf/page-words.ts";
import type { LabelledAmount } from "./labelled-amount.ts";

/** What amounts of such a row have as their label. */
const TABLE = "VAT table";

const RATE = /(?<![\d.,])(?<rate>\d{1,2}(?:[.,]\d{1,2})?) ?%/u;
/** No VAT is higher: Hungary's 27 % is the highest in Europe. */
const RATE_MAX = "0.28";
/** A net that was computed of its gross is rounded to the cent: calculated back, it is off by this times the factor. */
const HALF_CENT = "0.005";

/**
 * Rows of the table that receipts print for VAT, "A 7 % 0,47 6,69 7,16" or "19,00 % 28,57 34,00": told by their own
 * arithmetic, within `tolerance`, whatever their heading says. Null: the row is none.
 */
export function vatRow(row: Row, tolerance: Decimal): LabelledAmount[] | null {
  const text = rowText(row);
  const amounts = [...new Set(moneyIn(text))].filter((amount) => decimal(amount).gt(0));
  const sorted = amounts.toSorted((amount, other) => decimal(amount).cmp(other));
  const [least = "0", middle = "0", most = "0"] = sorted;
  if (sorted.length === 3 && addUpTo(decimal(least).plus(middle), most, tolerance))
    return vatAmounts(least, middle, most);
  const rate = RATE.exec(text)?.groups?.["rate"]?.replace(",", ".");
  if (sorted.length !== 2 || rate === undefined) return null;
  const factor = decimal(rate).div(100).plus(1);
  const rounding = tolerance.gt(0) ? tolerance : factor.times(HALF_CENT);
  if (!addUpTo(decimal(least).times(factor), middle, rounding)) return null;
  return vatAmounts(decimalText(decimal(middle).minus(least)), least, middle);
}

/** Amounts with two decimals, whichever mark the engine took theirs for. */
function moneyIn(text: string): string[] {
  const amountTexts = text.match(/(?<![\d.,])\d{1,3}(?:[.,' ]?\d{3})*[.,]\d{2}(?![\d%]| ?%)/gu) ?? [];
  return amountTexts.map((amountText) =>
    decimalText(decimal(`${amountText.slice(0, -3).replaceAll(/\D/g, "")}.${amountText.slice(-2)}`)),
  );
}

function vatAmounts(vat: string, net: string, gross: string): LabelledAmount[] | null {
  if (decimal(vat).gt(decimal(net).times(RATE_MAX))) return null;
  return [
    { kind: "net", label: TABLE, amount: net },
    { kind: "vat", label: TABLE, amount: vat },
    { kind: "gross", label: TABLE, amount: gross },
  ];
}

/** Net, VAT and gross of one row, or of all rows together. */
export interface VatRow {
  readonly net: string;
  readonly vat: string;
  readonly gross: string;
}

/** The rows of the VAT table among labelled amounts, each once. */
function vatRowsOf(amounts: readonly LabelledAmount[]): VatRow[] {
  const table = amounts.filter(({ label }) => label === TABLE);
  const rows = new Map<string, VatRow>();
  for (let at = 0; at + 2 < table.length; at += 3) {
    const [net, vat, gross] = table.slice(at, at + 3).map(({ amount }) => amount);
    if (net !== undefined && vat !== undefined && gross !== undefined) rows.set(`${net} ${vat}`, { net, vat, gross });
  }
  return [...rows.values()];
}

/** What several rates make together where that is printed as a total as well; null: it is not, or there is one rate. */
export function wholeVatTable(amounts: readonly LabelledAmount[], tolerance: Decimal): VatRow | null {
  const rows = vatRowsOf(amounts);
  if (rows.length < 2) return null;
  const sumOf = (member: keyof VatRow): string =>
    decimalText(rows.reduce((sum, row) => sum.plus(row[member]), decimal(0)));
  const gross = outside(amounts).find((printed) => addUpTo(decimal(sumOf("gross")), printed, tolerance));
  return gross === undefined ? null : { net: sumOf("net"), vat: sumOf("vat"), gross };
}

/** Whether an amount is the gross of one row of the table only, while a larger one is printed as what is paid. */
export function isPartOfTotal(gross: string, amounts: readonly LabelledAmount[]): boolean {
  const printed = outside(amounts);
  if (printed.some((amount) => decimal(amount).eq(gross))) return false;
  const isOfRow = vatRowsOf(amounts).some((row) => decimal(row.gross).eq(gross));
  return isOfRow && printed.some((amount) => decimal(amount).gt(gross));
}

/** Totals with VAT that a label beside the table names. */
function outside(amounts: readonly LabelledAmount[]): string[] {
  return amounts.flatMap(({ kind, label, amount }) =>
    (kind === "gross" || kind === "total") && label !== TABLE ? [amount] : [],
  );
}
