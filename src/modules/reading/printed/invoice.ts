import { cutText } from "../../../core/cut-text.ts";
import { heatingYearIn } from "../heating-year.ts";
import type { StatedFuelValue } from "../../../core/fuel-value.ts";
import { correctedVolume, multipliedVolume } from "../quantities/corrected-volume.ts";
import { fuelValuesIn, ofCorrected, withFuelValues } from "../quantities/fuel-values.ts";
import { countQuantities } from "../quantities/quantities.ts";
import { UnreadablePages } from "../file-errors.ts";
import type { CountedQuantity, ParsedDocument, ParsedLine, ParsedParty } from "../parsed-document.ts";
import { METERED } from "../quantities/quantity-lines.ts";
import { gsrnsIn } from "../../../core/gsrn.ts";
import { decimal } from "../../../core/quantity.ts";
import { signedTotal } from "../balance.ts";
import { periodWithin } from "../line-days.ts";
import { adjustmentLines, type DescribedLine, invoiceLine, itemNumbers } from "../lines.ts";
import { periodInWords } from "../period-words.ts";
import { pageRows, type PageWords, type Row, rowText } from "../pdf/page-words.ts";
import { balanceOf, type PrintedBalance } from "./balance.ts";
import { type Deliveries, deliveryDay, deliveryOf } from "./delivery.ts";
import { printedFuelValues } from "./fuel-values.ts";
import { payeeAccount } from "./payee-account.ts";
import { correctionOf } from "./correction.ts";
import { creditedInvoices } from "./credited.ts";
import { currencyOf, isAmericanPage } from "./currency.ts";
import { customerNumber, documentNumber, issueDate, meterOf } from "./fields.ts";
import { placeIn, supplyAddress } from "./place.ts";
import { openServicePeriod, servicePeriod, unreadServicePeriod, yearOfTitle } from "./period.ts";
import { readLooseLines } from "./loose-lines.ts";
import { readingPeriod } from "./meter-readings.ts";
import { issuerOf, type PageOwner } from "./party.ts";
import { type LinesAndTotals, scannedLines } from "./scanned-lines.ts";
import { withPrintedParts } from "./printed-parts.ts";
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
  const notation = notationOf(rows, { isAmerican: isAmericanPage(rows), isRecognised: source === "scan" });
  const read = linesAndTotals(rows, notation);
  const { table, balance } = source === "scan" ? scannedLines(read, rows, notation) : read;
  if (balance.net === null && balance.lines.length === 0) {
    throw new UnreadablePages("No invoice was recognised on the pages.");
  }
  const head = rows.slice(0, Math.max(table.starts_at, 1));
  const issuer = issuerOf(rows, table.starts_at, owner);
  const currency = currencyOf(rows, { balance, notation }, issuer.party);
  const number = documentNumber(head) ?? documentNumber(rows);
  const date = issueDate(head, notation) ?? issueDate(rows, notation);
  const isCreditNote = isCreditNotePage(head);
  const year = heatingYearIn(rows.map(rowText));
  const period = servicePeriod(rows, notation) ?? readingPeriod(rows, notation) ?? year?.period ?? null;
  const named = period === null ? (year?.open ?? openServicePeriod(rows)) : null;
  const unread = period === null && named === null ? unreadServicePeriod(rows) : null;
  const isUnnamed = period === null && named === null && unread === null;
  const open = isUnnamed && date !== null ? yearOfTitle(rows, date.value) : named;
  const fuel_values = printedFuelValues(rows);
  const deliveries = { day: deliveryDay(rows, notation), issue_date: date?.value ?? null, notation };
  const stated = { currency: currency.code, period, unread, fuel_values, texts: rows.map(rowText), deliveries };
  const described = withLines(describedLines(withoutVat(balance), stated), balance.net);
  const doubts = reviewReasonsOf({ rows, head, balance, number, date, issuer, currency });
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
    ...(isCreditNote
      ? { references: creditedInvoices(rows, { starts_at: table.starts_at, own: number?.value ?? null }) }
      : correctionOf(rows)),
    lines: described.lines.map(({ line }) => line),
    quantities: withPrintedParts(
      withMeter(
        countQuantities(described.lines, {
          context: contextOf(issuer.party?.name ?? "", table.others),
          period_start: period?.start ?? null,
          period_end: period?.end ?? null,
          meters: pointsOf(rows),
        }),
        meterOf(rows),
      ),
      rows,
      notation,
    ),
    ...printedSupply(rows, issuer.party),
    ...withFuelValues(fuel_values),
    ...(open === null ? {} : { open_period: open }),
    row_errors: [],
    warnings: [...described.warnings, ...doubts.map(({ code, detail }) => `${code}: ${detail}`)],
    encoding: null,
    delimiter: null,
    recognition: {
      is_closed: balance.lines_close && balance.totals_close && balance.has_open_products !== true,
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

/** By the headings of a table; by its amounts alone where there is no heading, or only so everything adds up. */
function linesAndTotals(rows: readonly Row[], notation: Notation): LinesAndTotals {
  const read = (table: PrintedTable): LinesAndTotals => ({
    table,
    balance: balanceOf(table.segments, labelledAmounts(table.others, notation), notation.tolerance),
  });
  const headed = read(readTable(rows, notation));
  if (headed.balance.lines_close) return headed;
  const loose = read(readLooseLines(rows, notation));
  const isBetter = loose.balance.lines_close || headed.table.segments.length === 0;
  const chosen = isBetter && loose.table.segments.length > 0 ? loose : headed;
  if (chosen.balance.lines_close && chosen.balance.lines.some((line) => line.quantity !== null)) return chosen;
  const totals = amountsOfKind(labelledAmounts(rows, notation), ["gross", "total", "net"]);
  const sole = soleProduct(rows, totals, notation);
  if (sole === null || (chosen.balance.lines_close && chosen.balance.lines.length > 1)) return chosen;
  const alone = read({ segments: [[sole]], starts_at: chosen.table.starts_at, others: rows, is_headed: false });
  return alone.balance.lines_close ? alone : chosen;
}

/** What one line holds without VAT is printed, where the totals say it: no rate needs to be known. */
function withoutVat(balance: PrintedBalance): PrintedBalance {
  const { lines, adjustments, lines_include_vat, lines_close, totals_close, net } = balance;
  const [line, ...more] = lines;
  const isSole = line !== undefined && more.length === 0 && adjustments.length === 0;
  if (!isSole || !lines_include_vat || !lines_close || !totals_close || net === null) return balance;
  return { ...balance, lines: [{ ...line, amount: net, includes_vat: false }], lines_include_vat: false };
}

/** What the document states of all its lines. */
interface StatedOnPages {
  readonly currency: string | null;
  readonly period: ReturnType<typeof servicePeriod>;
  /** What stands as its period and is not understood; null: nothing does. */
  readonly unread: string | null;
  readonly fuel_values: readonly StatedFuelValue[];
  /** Everything that is printed. */
  readonly texts: readonly string[];
  readonly deliveries: Deliveries;
}

/** A line that states no period is about that of its document, or the part of it that its words name. */
function describedLines(
  balance: PrintedBalance,
  { currency, period: documentPeriod, unread, fuel_values, texts, deliveries }: StatedOnPages,
): DescribedLine[] {
  const isIncluding = balance.lines_include_vat && balance.net !== balance.gross;
  const tax_treatment = isIncluding ? ("incl_vat" as const) : ("excl_vat" as const);
  const lines = balance.lines.map((line, index): DescribedLine => {
    const { description, quantity, unit, amount } = line;
    const period = line.period ?? (documentPeriod && periodWithin(description, documentPeriod)) ?? documentPeriod;
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
        ...withFuelValues(
          ofCorrected(
            fuelValuesIn(description, "printed"),
            correctedVolume(description, "printed") ??
              (quantity === null ? null : multipliedVolume(quantity, texts, fuel_values)),
          ),
        ),
        ...(line.period === null ? deliveryOf(description, deliveries) : {}),
        ...(period === null && unread !== null ? unreadPeriod(unread, description) : {}),
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

/** Why a line waits whose document states a period that is not understood, where its words name none. */
function unreadPeriod(unread: string, description: string): Pick<ParsedLine, "doubt"> {
  if (periodInWords(description) !== null) return {};
  const detail = `"${unread}" is no period that is understood. State service_period.`;
  return { doubt: { code: "period_unclear", detail, is_category_open: false } };
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
function printedSupply(rows: readonly Row[], seller: ParsedParty | null): Pick<ParsedDocument, "supplies"> {
  const points = pointsOf(rows);
  if (points.length > 1) {
    return { supplies: points.map((meter) => ({ meter, address: null, customer_number: null, lines: [] })) };
  }
  const stated = { meter: meterOf(rows), address: supplyAddress(rows), customer_number: customerNumber(rows) };
  const isStated = Object.values(stated).some((value) => value !== null);
  return isStated ? { supplies: [{ ...stated, ...placeIn(stated.address, seller), lines: null }] } : {};
}

/** One metered supply and one meter belong together. */
function withMeter(quantities: readonly CountedQuantity[], meter: string | null): CountedQuantity[] {
  const metered = quantities.filter(({ commodity, quantity }) => METERED.has(commodity) && !decimal(quantity).eq(0));
  return quantities.map((quantity) =>
    metered.length === 1 && metered[0] === quantity ? { ...quantity, meter } : quantity,
  );
}
