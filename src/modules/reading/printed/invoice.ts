import { cutText } from "../../../core/cut-text.ts";
import { heatingYearIn } from "../heating-year.ts";
import { fuelValuesIn, withFuelValues } from "../quantities/fuel-values.ts";
import { countQuantities } from "../quantities/quantities.ts";
import { UnreadablePages } from "../file-errors.ts";
import type { CountedQuantity, ParsedDocument } from "../parsed-document.ts";
import { METERED } from "../quantities/quantity-lines.ts";
import { gsrnsIn } from "../../../core/gsrn.ts";
import { decimal } from "../../../core/quantity.ts";
import { signedTotal } from "../balance.ts";
import { adjustmentLines, type DescribedLine, invoiceLine, itemNumbers } from "../lines.ts";
import { pageRows, type PageWords, type Row, rowText } from "../pdf/page-words.ts";
import { balanceOf, type PrintedBalance } from "./balance.ts";
import { printedFuelValues } from "./fuel-values.ts";
import { payeeAccount } from "./payee-account.ts";
import { currencyOf } from "./currency.ts";
import { customerNumber, documentNumber, issueDate, meterOf, servicePeriod, supplyAddress } from "./fields.ts";
import { readLooseLines } from "./loose-lines.ts";
import { confirmedLitres, litresOnPages } from "./litres.ts";
import { issuerOf, type PageOwner } from "./party.ts";
import { reviewReasonsOf } from "./review-reasons.ts";
import { type PrintedTable, readTable } from "./table.ts";
import { isCreditNotePage } from "./title.ts";
import { soleProduct } from "./products.ts";
import { amountsOfKind, labelledAmounts } from "./totals.ts";
import { type Notation, notationOf } from "./values.ts";
import { withLines } from "./without-lines.ts";

const NOBODY: PageOwner = { company_name: "", company_numbers: [] };

/**
 * Recognises an invoice on its pages: labels say what a value is, headings what a column holds, and arithmetic decides
 * between candidates. What does not add up is a doubt, with which every line waits for a person. `source` names where the
 * words come from, such as "pdf"; `owner` whose document it is.
 * @throws UnreadablePages when the pages state no amount that could be booked
 */
export function readPrinted(pages: readonly PageWords[], source: string, owner: PageOwner = NOBODY): ParsedDocument {
  const rows = pageRows(pages);
  const currency = currencyOf(rows);
  const notation = notationOf(rows, currency.is_american);
  const { table, balance } = readingOf(linesAndTotals(rows, notation), rows, { source, notation });
  if (balance.net === null && balance.lines.length === 0) {
    throw new UnreadablePages("No invoice was recognised on the pages.");
  }
  const head = rows.slice(0, Math.max(table.starts_at, 1));
  const issuer = issuerOf(rows, table.starts_at, owner);
  const number = documentNumber(head) ?? documentNumber(rows);
  const date = issueDate(head, notation) ?? issueDate(rows, notation);
  const isCreditNote = isCreditNotePage(head);
  const year = heatingYearIn(rows.map(rowText));
  const period = servicePeriod(rows, notation) ?? year?.period ?? null;
  const described = withLines(describedLines(withoutVat(balance), currency.code, period), balance.net);
  const doubts = reviewReasonsOf({ rows, head, balance, number, date, issuer, currency: currency.code });
  return {
    format: `${source}-text`,
    document_type: isCreditNote ? "credit_note" : "invoice",
    supplier: issuer.party,
    invoice_number: number?.value ?? null,
    issue_date: date?.value ?? null,
    currency: currency.code,
    ...payeeAccount(rows),
    total_excl_vat: balance.net,
    total_incl_vat: balance.gross,
    signed_total_excl_vat: signedTotal(balance.net, isCreditNote),
    references: [],
    lines: described.lines.map(({ line }) => line),
    quantities: withMeter(
      countQuantities(described.lines, {
        context: contextOf(issuer.party?.name ?? "", table.others),
        period_start: period?.start ?? null,
        period_end: period?.end ?? null,
        meters: pointsOf(rows),
      }),
      meterOf(rows),
    ),
    ...printedSupply(rows),
    ...withFuelValues(printedFuelValues(rows)),
    ...(period === null && year?.open != null ? { open_period: year.open } : {}),
    row_errors: [],
    warnings: [...described.warnings, ...doubts.map(({ code, detail }) => `${code}: ${detail}`)],
    encoding: null,
    delimiter: null,
    reading: {
      is_closed: balance.lines_close && balance.totals_close,
      confidence: {
        invoice_number: number?.confidence ?? 0,
        issue_date: date?.confidence ?? 0,
        currency: currency.confidence,
        supplier: issuer.confidence,
        totals: balance.totals_close ? 0.98 : 0.5,
        lines: balance.lines_close ? 0.98 : 0.4,
      },
      doubts: doubts.map(({ detail }) => detail),
    },
  };
}

/**
 * Receipts and photos state totals with VAT: without any word of VAT the net is not known. Lines that do not make the total
 * are given up for one that is the total, in their words: a person sees the picture beside it.
 */
function readingOf(
  { table, balance }: LinesAndTotals,
  rows: readonly Row[],
  { source, notation }: { readonly source: string; readonly notation: Notation },
): LinesAndTotals {
  if (source !== "scan") return { table, balance };
  const isUntaxed = rows.some((row) => UNTAXED.test(rowText(row)));
  const isTaxed = balance.vat !== null && !decimal(balance.vat).eq(0);
  const isGross = balance.net !== null && balance.net === balance.gross && !isTaxed && !isUntaxed;
  const stated = isGross ? { ...balance, net: null, lines_include_vat: true } : balance;
  return withConfirmedLitres({ table, balance: stated.lines_close ? stated : withSingleLine(stated) }, rows, notation);
}

/** Litres of fuel on a picture count where a price or the heading of their column confirms them; others are left to a person. */
function withConfirmedLitres(
  { table, balance }: LinesAndTotals,
  rows: readonly Row[],
  { mark }: Notation,
): LinesAndTotals {
  if (table.is_headed) return { table, balance };
  const pages = litresOnPages(rows, mark);
  const lines = balance.lines.map((line) => confirmedLitres(line, pages) ?? { ...line, quantity: null, unit: null });
  const has_open_litres = balance.lines.some((line) => confirmedLitres(line, pages) === null);
  return { table, balance: { ...balance, lines, has_open_litres } };
}

/** Words that say that a total holds no VAT. */
const UNTAXED =
  /moms ?fri|uden moms|ekskl?\.? ?moms|0 ?% ?(?:moms|mwst|vat)|tax ?free|vat ?exempt|umsatzsteuerfrei|steuerfrei/iu;

function withSingleLine(balance: PrintedBalance): PrintedBalance {
  const { net, gross, lines, totals_close } = balance;
  const isNet = totals_close && net !== null;
  const amount = isNet ? net : (gross ?? net);
  if (amount === null || decimal(amount).eq(0)) return balance;
  const words = lines.map((line) => line.description).join(", ");
  const description = words === "" ? "Total" : cutText(words, 500);
  const base = { description, item_number: null, quantity: null, unit: null, unit_price: null, period: null };
  const line = { ...base, amount, includes_vat: !isNet && gross !== null, page: 1 };
  return { ...balance, lines: [line], adjustments: [], lines_include_vat: !isNet && gross !== null };
}

interface LinesAndTotals {
  readonly table: PrintedTable;
  readonly balance: PrintedBalance;
}

/** By the headings of a table; by its amounts alone where there is no heading, or only so everything adds up. */
function linesAndTotals(rows: readonly Row[], notation: Notation): LinesAndTotals {
  const read = (table: PrintedTable): LinesAndTotals => ({
    table,
    balance: balanceOf(table.segments, labelledAmounts(table.others, notation)),
  });
  const headed = read(readTable(rows, notation));
  if (headed.balance.lines_close) return headed;
  const loose = read(readLooseLines(rows, notation));
  const isBetter = loose.balance.lines_close || headed.table.segments.length === 0;
  const reading = isBetter && loose.table.segments.length > 0 ? loose : headed;
  if (reading.balance.lines_close && reading.balance.lines.some((line) => line.quantity !== null)) return reading;
  const totals = amountsOfKind(labelledAmounts(rows, notation), ["gross", "total", "net"]);
  const sole = soleProduct(rows, totals, notation.mark);
  if (sole === null || (reading.balance.lines_close && reading.balance.lines.length > 1)) return reading;
  const alone = read({ segments: [[sole]], starts_at: reading.table.starts_at, others: rows, is_headed: false });
  return alone.balance.lines_close ? alone : reading;
}

/** What one line holds without VAT is printed, where the totals say it: no rate needs to be known. */
function withoutVat(balance: PrintedBalance): PrintedBalance {
  const { lines, adjustments, lines_include_vat, lines_close, totals_close, net } = balance;
  const [line, ...more] = lines;
  const isSole = line !== undefined && more.length === 0 && adjustments.length === 0;
  if (!isSole || !lines_include_vat || !lines_close || !totals_close || net === null) return balance;
  return { ...balance, lines: [{ ...line, amount: net, includes_vat: false }], lines_include_vat: false };
}

/** A line that states no period is about that of its document. */
function describedLines(
  balance: PrintedBalance,
  currency: string | null,
  documentPeriod: ReturnType<typeof servicePeriod>,
): DescribedLine[] {
  const isIncluding = balance.lines_include_vat && balance.net !== balance.gross;
  const tax_treatment = isIncluding ? ("incl_vat" as const) : ("excl_vat" as const);
  const lines = balance.lines.map((line, index): DescribedLine => {
    const { description, quantity, unit, amount } = line;
    const period = line.period ?? documentPeriod;
    return {
      line: invoiceLine({
        number: index + 1,
        kind: "line",
        description,
        quantity,
        unit: unit === undefined || unit === null ? null : cutText(unit, 40),
        amount,
        currency,
        tax_treatment,
        classification_codes: itemNumbers(line.item_number, null, null),
        service_period_start: period?.start ?? null,
        service_period_end: period?.end ?? null,
        ...withFuelValues(fuelValuesIn(description, "printed")),
      }),
      hint: "",
    };
  });
  const adjustments = adjustmentLines(balance.adjustments, lines.length, null).map(({ line, hint }) => ({
    line: { ...line, currency, tax_treatment },
    hint,
  }));
  return [...lines, ...adjustments];
}

/** Words around the lines that may say which utility a bill is about: the issuer and what stands beside the table. */
function contextOf(issuer: string, others: readonly Row[]): string {
  return cutText([issuer, ...others.slice(0, 60).map(rowText)].join("\n"), 1000);
}

/** The metering points that the pages name. */
function pointsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => gsrnsIn(rowText(row).slice(0, 500))))];
}

/** What the pages name the supply of a bill by, as a whole, or the several that they name. */
function printedSupply(rows: readonly Row[]): Pick<ParsedDocument, "supplies"> {
  const points = pointsOf(rows);
  if (points.length > 1) {
    return { supplies: points.map((meter) => ({ meter, address: null, customer_number: null, lines: [] })) };
  }
  const stated = { meter: meterOf(rows), address: supplyAddress(rows), customer_number: customerNumber(rows) };
  const isStated = Object.values(stated).some((value) => value !== null);
  return isStated ? { supplies: [{ ...stated, ...postalCodeIn(stated.address), lines: null }] } : {};
}

/** "Havnegade 12, 8000 Aarhus C": four digits before the name of a town. */
function postalCodeIn(address: string | null): { readonly postal_code?: string } {
  const [, postal_code] = /[\s,](?:DK-?)?(\d{4})\s+\p{Lu}/u.exec(address ?? "") ?? [];
  return postal_code === undefined ? {} : { postal_code };
}

/** One metered supply and one meter belong together. */
function withMeter(quantities: readonly CountedQuantity[], meter: string | null): CountedQuantity[] {
  const metered = quantities.filter(({ commodity, quantity }) => METERED.has(commodity) && !decimal(quantity).eq(0));
  return quantities.map((quantity) =>
    metered.length === 1 && metered[0] === quantity ? { ...quantity, meter } : quantity,
  );
}
