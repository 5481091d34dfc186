import { type Decimal, decimal, decimalText } from "../../../core/quantity.ts";
import { addUpTo } from "../balance.ts";
import { type Row, rowText } from "../pdf/page-words.ts";
import type { LabelledAmount, VatRow } from "./labelled-amount.ts";

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
  const vat_row = { net, vat, gross };
  return (["net", "vat", "gross"] as const).map((kind) => {
    return { kind, label: "VAT table", amount: vat_row[kind], vat_row };
  });
}

/** The rows of the VAT table among labelled amounts, each once. */
function vatRowsOf(amounts: readonly LabelledAmount[]): VatRow[] {
  const rows = amounts.flatMap(({ vat_row }) => vat_row ?? []);
  return [...new Map(rows.map((row) => [`${row.net} ${row.vat}`, row])).values()];
}

/** What was handed over, and what was given back of it; letters beyond a-z are often lost. */
const HANDED_OVER = /(?:^| )(?:kontant|bar|bargeld|gegeben|cash|tendered|modtaget|erhalten|kontanter)(?:$| )/iu;
const GIVEN_BACK =
  /(?:^| )(?:byttepenge|retur|tilbage|zur(?:ü|u)ck|r(?:ü|u|ue)ckgeld|wechselgeld|change|växel)(?:$| )/iu;

/** What was paid in cash, less the change: as much as the total, printed twice in other figures. */
function paidInCash(amounts: readonly LabelledAmount[]): string[] {
  const ofKind = (pattern: RegExp) => amounts.filter(({ kind, label }) => kind === "settlement" && pattern.test(label));
  return ofKind(HANDED_OVER).flatMap(({ amount: given }) =>
    ofKind(GIVEN_BACK).flatMap(({ amount: back }) => {
      const paid = decimal(given).minus(decimal(back).abs());
      return paid.gt(0) ? [decimalText(paid)] : [];
    }),
  );
}

/** What several rates make together where that is printed as a total, or was paid; null: it is not, or there is one rate. */
export function wholeVatTable(amounts: readonly LabelledAmount[], tolerance: Decimal): VatRow | null {
  const rows = vatRowsOf(amounts);
  if (rows.length < 2) return null;
  const sumOf = (member: keyof VatRow): string =>
    decimalText(rows.reduce((sum, row) => sum.plus(row[member]), decimal(0)));
  const proofs = [...outside(amounts), ...paidInCash(amounts)];
  const gross = proofs.find((printed) => addUpTo(decimal(sumOf("gross")), printed, tolerance));
  return gross === undefined ? null : { net: sumOf("net"), vat: sumOf("vat"), gross };
}

/** The gross amounts of rows of the table that are printed nowhere else, while a larger one is printed as what is paid. */
export function partsOfTotal(amounts: readonly LabelledAmount[]): ReadonlySet<string> {
  const printed = outside(amounts);
  const isPart = (gross: string) =>
    printed.some((amount) => decimal(amount).gt(gross)) && !printed.some((amount) => decimal(amount).eq(gross));
  return new Set(vatRowsOf(amounts).flatMap(({ gross }) => (isPart(gross) ? [gross] : [])));
}

/** Totals with VAT that a label beside the table names. */
function outside(amounts: readonly LabelledAmount[]): string[] {
  return amounts.flatMap(({ kind, vat_row, amount }) =>
    (kind === "gross" || kind === "total") && vat_row === undefined ? [amount] : [],
  );
}
