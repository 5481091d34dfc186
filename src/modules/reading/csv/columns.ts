import type { Unit } from "../../../core/units.ts";
import type { DecimalMark } from "../amounts.ts";
import { headingSuffix } from "./heading-suffix.ts";

/** What a column of a ledger, bank statement or bill list may hold. */
export const COLUMN_FIELDS = [
  "date",
  "amount",
  "amount_excl_vat",
  "amount_incl_vat",
  "foreign_amount",
  "debit",
  "credit",
  "balance",
  "vat_amount",
  "text",
  "supplier",
  "supplier_identifier",
  "account",
  "account_name",
  "category",
  "cost_centre",
  "voucher",
  "entry_id",
  "invoice_number",
  "currency",
  "quantity",
  "unit",
  "unit_amount",
  "due_date",
  "period_start",
  "period_end",
  "period",
  "status",
] as const;
export type ColumnField = (typeof COLUMN_FIELDS)[number];

/**
 * Headings as exports of Danish and English systems print them, compared after `normaliseHeading`. One heading names one
 * field; earlier names of a field go before later ones when a table has several.
 */
const HEADINGS: Readonly<Record<ColumnField, string>> = {
  date:
    "dato|date|posteringsdato|bogføringsdato|bogført dato|transaktionsdato|transaction date|posting date|booking date|" +
    "bilagsdato|fakturadato|invoice date|invoicedate|bill date|completed date|date completed|købsdato|datum|" +
    "bokføringsdato|bokföringsdag|bogført|buchungstag|started date",
  amount:
    "beløb|amount|linjebeløb|line amount|total|total amount|totalbeløb|beloeb|belob|transaktionsbeløb|belopp|beløp|" +
    "betrag|sum|i alt|posteringsbeløb|bogført beløb",
  amount_excl_vat:
    "beløb ekskl moms|beløb eks moms|beløb excl moms|beløb ex moms|beløb uden moms|ekskl moms|ex moms|netto|nettobeløb|" +
    "net amount|net|amount excl vat|amount excluding vat|amount ex vat|total excl vat|total ekskl moms|subtotal|" +
    "total uden moms|net total",
  amount_incl_vat:
    "beløb inkl moms|beløb incl moms|beløb med moms|inkl moms|brutto|bruttobeløb|gross amount|gross|amount incl vat|" +
    "amount including vat|amount inc vat|total incl vat|total inkl moms|total inc vat|gross total|total med moms",
  foreign_amount: "valutabeløb|beløb i valuta|foreign amount|amount in currency|beløb valuta|currency amount",
  debit:
    "debet|debit|udgift|ud|udbetalt|udbetaling|hævet|paid out|money out|withdrawal|withdrawals|debit amount|ut|" +
    "debetbeløb|udbetalinger|spent",
  credit:
    "kredit|credit|ind|indbetalt|indbetaling|indsat|paid in|money in|deposit|deposits|credit amount|inn|kreditbeløb|" +
    "indbetalinger|received",
  balance: "saldo|balance|running balance|bogført saldo|saldo efter|kontosaldo|disponibel|saldo dkk",
  vat_amount: "momsbeløb|moms beløb|vat amount|tax amount|moms kr|vat total|total tax|heraf moms",
  text:
    "tekst|text|posteringstekst|beskrivelse|description|bilagstekst|transaktionstekst|memo|memo description|" +
    "narrative|details|specifikation|particulars|varetekst|item description|line description|betegnelse|besked|" +
    "beskrivning|verwendungszweck|formål|note",
  supplier:
    "leverandør|leverandørnavn|supplier|supplier name|vendor|vendor name|kreditor|kreditornavn|contact|contact name|" +
    "contactname|modpart|payee|beneficiary|merchant|merchant name|navn|name|leverandor|leverandør navn|forretning|" +
    "kontakt|counterparty|modtager",
  supplier_identifier: "cvr|cvr nr|cvrnr|cvr nummer|leverandør cvr|vat number|vat no|vat id|se nr|momsnr|supplier vat",
  account:
    "kontonr|kontonummer|konto nr|account no|account number|account code|accountcode|accountno|konto|account|finanskonto|" +
    "gl account|gl code|ledger account|nominal code|nominal account|artskonto|driftskonto",
  account_name: "kontonavn|account name|kontotekst|konto navn|kontobeskrivelse|nominal name|accountname",
  category:
    "category id|category key|kategorinøgle|emission category|emissionskategori|emissions category|kategori|category",
  cost_centre:
    "afdeling|afdelingsnr|afdelingskode|afd|omkostningssted|omkostningssteder|omkostningsstedkode|department|" +
    "department code|cost centre|cost center|cost centre code|cost center code|kostnadsställe|kostenstelle",
  voucher:
    "bilag|bilagsnr|bilagsnummer|bilag nr|bilagsnr|voucher|voucher no|voucher number|journal no|journal number|num|" +
    "bilagnr|verifikation|dokumentnr|document no|document number",
  entry_id:
    "løbenr|løbenummer|posteringsnr|posteringsnummer|posterings id|entry no|entry number|transaction id|transaktions id|" +
    "id|entry id|line id|linjeid|transaktionsnr",
  invoice_number:
    "fakturanr|fakturanummer|faktura nr|faktura|invoice number|invoicenumber|invoice no|invoice|leverandørfakturanr|" +
    "leverandørens fakturanr|supplier invoice no|bill number|bill no|kreditorfakturanr",
  currency: "valuta|valutakode|currency|currency code|currencycode|ccy|iso valuta|møntenhed",
  quantity: "antal|mængde|quantity|qty|forbrug",
  unit: "enhed|unit|uom|unit of measure|måleenhed",
  unit_amount: "enhedspris|stykpris|unit amount|unitamount|unit price|unitprice|pris pr enhed|pris pr stk|á pris",
  due_date: "forfaldsdato|forfald|due date|duedate|betalingsfrist",
  period_start:
    "periode fra|periode start|periodestart|period start|period from|service start|service period start|forbrug fra|" +
    "afregnet fra|usage start|billing period start|startdato|start date|zeitraum von|leistung von|leistungszeitraum von|" +
    "abrechnung von|verbrauch von|beginn|startdatum|period från|periodens start|förbrukning från|fr o m|från och med",
  period_end:
    "periode til|periode slut|periodeslut|period end|period to|service end|service period end|forbrug til|" +
    "afregnet til|usage end|billing period end|slutdato|end date|zeitraum bis|leistung bis|leistungszeitraum bis|" +
    "abrechnung bis|verbrauch bis|ende|enddatum|period till|periodens slut|förbrukning till|t o m|till och med",
  period:
    "forbrugsperiode|afregningsperiode|faktureringsperiode|serviceperiode|billing period|service period|usage period|" +
    "abrechnungszeitraum|leistungszeitraum|verbrauchszeitraum|lieferzeitraum|ablesezeitraum|förbrukningsperiod|" +
    "faktureringsperiod|debiteringsperiod|avläsningsperiod|leveransperiod",
  status: "status|state|tilstand",
};

interface KnownHeading {
  readonly field: ColumnField;
  readonly rank: number;
}

const KNOWN: ReadonlyMap<string, KnownHeading> = new Map(
  COLUMN_FIELDS.flatMap((field) =>
    HEADINGS[field].split("|").map((name, rank): [string, KnownHeading] => [name, { field, rank }]),
  ),
);

/** A column of a recognised header: where it stands, and the currency or unit that its heading names. */
export interface Column {
  readonly index: number;
  readonly currency: string | null;
  readonly unit: Unit | null;
  /** As somebody said it; absent: the cells tell. */
  readonly mark?: DecimalMark;
  /** Whether its cells alone say what it holds (withDoubtfulPeriod). */
  readonly is_doubtful?: true;
}

export type ColumnMap = ReadonlyMap<ColumnField, Column>;

/** "*Beløb (DKK)" -> "beløb dkk". */
export function normaliseHeading(heading: string): string {
  return heading
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Which field each cell of a possible header names. The first column of the best-ranked heading wins a field. */
export function mapColumns(cells: readonly string[]): ColumnMap {
  const columns = new Map<ColumnField, Column & { rank: number }>();
  for (const [index, cell] of cells.entries()) {
    if (cell.length > 60) continue;
    const heading = knownHeading(normaliseHeading(cell));
    if (heading === null) continue;
    const column = columns.get(heading.field);
    if (column !== undefined && column.rank <= heading.rank) {
      if (heading.field === "account") nameAccounts(columns, index);
      continue;
    }
    if (heading.field === "account") nameAccounts(columns, column?.index);
    columns.set(heading.field, { index, currency: heading.currency, unit: heading.unit, rank: heading.rank });
  }
  return columns;
}

/** Next to "Kontonr." a column "Konto" holds the account's name, unless another column says that it does. */
function nameAccounts(columns: Map<ColumnField, Column & { rank: number }>, index: number | undefined): void {
  if (index === undefined || columns.has("account_name")) return;
  columns.set("account_name", { index, currency: null, unit: null, rank: Number.POSITIVE_INFINITY });
}

type NamedHeading = KnownHeading & Pick<Column, "currency" | "unit">;

function knownHeading(heading: string): NamedHeading | null {
  const exact = KNOWN.get(heading);
  if (exact !== undefined) return { ...exact, currency: null, unit: null };
  const { name, currency, unit } = headingSuffix(heading);
  const named = KNOWN.get(name);
  if (currency !== null) return named === undefined ? null : { ...named, currency, unit: null };
  if (unit === null || (name !== "" && named?.field !== "quantity")) return null;
  return { field: "quantity", rank: named?.rank ?? Number.MAX_SAFE_INTEGER, currency: null, unit };
}

/** Whether the columns say when and how much: without both no row can be booked. */
export function isUsable(columns: ColumnMap): boolean {
  return isDated(columns) && hasFigures(columns);
}

/** Whether rows have a date, or a period, whose last day dates them. */
export function isDated(columns: ColumnMap): boolean {
  return columns.has("date") || columns.has("period") || (columns.has("period_start") && columns.has("period_end"));
}

/** Whether there is money, or a quantity with its unit. */
export function hasFigures(columns: ColumnMap): boolean {
  const quantity = columns.get("quantity");
  return hasMoney(columns) || (quantity !== undefined && (quantity.unit !== null || columns.has("unit")));
}

function hasMoney(columns: ColumnMap): boolean {
  const direct: readonly ColumnField[] = [
    "amount",
    "amount_excl_vat",
    "amount_incl_vat",
    "foreign_amount",
    "debit",
    "credit",
  ];
  return direct.some((field) => columns.has(field)) || (columns.has("quantity") && columns.has("unit_amount"));
}

/** Ledger accounts are words or have up to 7 digits; account numbers of banks and IBANs are longer. */
export function isBankAccount(account: string): boolean {
  return /^(?:[A-Z]{2})?\d{8,}$/.test(account.replaceAll(/[\s-]/g, ""));
}

/** Rows above the header (titles, period, company) that are looked at. */
export const HEADER_ROWS_MAX = 50;
