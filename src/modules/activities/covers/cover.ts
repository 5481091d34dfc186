import { supplierKey } from "../../categorization/index.ts";
import type { ConversionStep } from "../../emissions/index.ts";
import type { CurrentActivityRow } from "../store.ts";

/** What a record stands for in the books, as a person stated it with the record. */
export interface StatedCover {
  /** ISO dates, both within. */
  readonly period_from: string;
  readonly period_to: string;
  /** Numbers or names of accounts, as rows of the books carry them; empty: the supplier alone tells the rows. */
  readonly accounts: readonly string[];
  /** Name or company number; null: any. */
  readonly supplier: string | null;
}

export interface Cover extends StatedCover {
  /** The record. */
  readonly activity_id: string;
  /** The figures with which a person let the record stand; null: nobody was asked, or has answered. */
  readonly answered: Answered | null;
}

export const MEASURES = ["quantity", "amount"] as const;
export type Measure = (typeof MEASURES)[number];

/** What a person knew who let a record stand: by measure the figure of the record and that of the rows, decimal text. */
export interface Answered {
  readonly figures: Readonly<Partial<Record<Measure, readonly [stated: string, rows: string]>>>;
  /** Documents that count purchases of which covered rows tell. */
  readonly document_ids: readonly string[];
}

/** What of a row of the books decides whether a record covers it. */
export type CoverableRow = Pick<
  CurrentActivityRow,
  "gl_account" | "gl_account_name" | "line_kind" | "supplier_identifier" | "supplier_name" | "transaction_date"
>;

/** Rows of ledgers, of banks and of lists of bills; a line of an invoice is its own purchase, whatever its account. */
export const ROW_KINDS: readonly string[] = ["ledger_row", "bank_row", "bill_row"];

/** Whether the row lies in the period (both days within) and on one of the accounts, and is of the supplier. Pure. */
export function isCoveredBy(cover: StatedCover, row: CoverableRow): boolean {
  const day = row.transaction_date.slice(0, 10);
  return ROW_KINDS.includes(row.line_kind) && cover.period_from <= day && day <= cover.period_to && isNamed(cover, row);
}

/** Whether account and supplier are those of the cover, on whatever day. */
export function isNamed(
  { accounts, supplier }: StatedCover,
  row: Pick<CoverableRow, "gl_account" | "gl_account_name" | "supplier_identifier" | "supplier_name">,
): boolean {
  return (accounts.length === 0 || isOnAccount(accounts, row)) && (supplier === null || isOfSupplier(supplier, row));
}

/** Whether two records stand for the same rows, as those of several employees on one account do. */
export function isSameCover(one: StatedCover, other: StatedCover): boolean {
  return coverKey(one) === coverKey(other);
}

/** The same text for covers of the same rows. */
export function coverKey({ period_from, period_to, accounts, supplier }: StatedCover): string {
  return JSON.stringify([period_from, period_to, [...new Set(accounts.map(plain))].toSorted(), plain(supplier ?? "")]);
}

function isOnAccount(
  accounts: readonly string[],
  { gl_account, gl_account_name }: Pick<CoverableRow, "gl_account" | "gl_account_name">,
): boolean {
  const named = [gl_account, gl_account_name].flatMap((name) => (name === null ? [] : [plain(name)]));
  return accounts.some((account) => named.includes(plain(account)));
}

/** A supplier is stated in one text: a company number meets numbers, a name meets names. */
function isOfSupplier(
  supplier: string,
  { supplier_identifier, supplier_name }: Pick<CoverableRow, "supplier_identifier" | "supplier_name">,
): boolean {
  const number = supplierKey(null, supplier);
  if (number !== null && number === supplierKey(null, supplier_identifier)) return true;
  const name = supplierKey(supplier, null);
  return name !== null && name === supplierKey(supplier_name, null);
}

function plain(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** What the cover names, in words: "accounts 7210, 7220 from 2026-01-01 to 2026-03-31". */
export function coverInWords({ accounts, supplier, period_from, period_to }: StatedCover): string {
  const named = [
    ...(accounts.length === 0 ? [] : [`${accounts.length === 1 ? "account" : "accounts"} ${accounts.join(", ")}`]),
    ...(supplier === null ? [] : [`supplier ${supplier}`]),
  ];
  return `${named.join(" of ")} from ${period_from} to ${period_to}`;
}

/** The step of a row's reading that makes it evidence of a record: `to` is the record's id. */
export function evidenceStep(cover: Cover, row: Pick<CurrentActivityRow, "amount" | "currency">): ConversionStep {
  const from = row.amount === null ? "a row without amount" : `${row.amount} ${row.currency ?? ""}`.trim();
  return { kind: "record", from, to: cover.activity_id, factor: null, note: coveredReason(cover) };
}

/** Why such a row counts nothing; part of the hashed split. */
export function coveredReason(cover: Cover): string {
  return `record ${cover.activity_id} covers ${coverInWords(cover)}; this row is evidence of it`;
}

/** The steps by which a reading is evidence of a record. */
export function evidenceSteps({ conversion }: Pick<CurrentActivityRow, "conversion">): readonly ConversionStep[] {
  return conversion.filter(({ kind }) => kind === "record");
}

/** The record that a row is evidence of as it is read now; null: of none. */
export function recordOfRow(row: Pick<CurrentActivityRow, "conversion" | "status">): string | null {
  return row.status === "excluded" ? (evidenceSteps(row).at(-1)?.to ?? null) : null;
}
