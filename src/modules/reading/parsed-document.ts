import type { StatedFuelValue } from "../../core/fuel-value.ts";
import type { OpenPeriod } from "../../core/open-period.ts";
import type { PeriodPart } from "./period-parts.ts";
import type { DescribedTable, TableQuestion } from "./table-question.ts";

/** What every format reader produces: the document as it states itself, amounts as decimal text, nothing interpreted. */
export type DocumentType = "invoice" | "credit_note" | "utility_statement" | "ledger" | "bank_statement" | "bill_list";

export interface ParsedParty {
  readonly name: string;
  /** ISO 3166-1 alpha-2, or null when not stated. */
  readonly country: string | null;
  /** CVR or VAT number as digits/letters without blanks, or null. */
  readonly identifier: string | null;
}

/**
 * A code that says what was bought, under its UNTDID 7143 list: { list: "STI" (CPV), code: "09310000" }, or the article
 * itself: { list: "SA" (supplier's article number), code: "EG-32" }.
 */
export interface ClassificationCode {
  readonly list: string;
  readonly code: string;
}

export interface ParsedLine {
  /** 1-based position in the source: line, or data row. */
  readonly number: number;
  readonly kind:
    | "line"
    | "document_charge"
    | "document_allowance"
    | "consumption"
    | "ledger_row"
    | "bank_row"
    | "bill_row";
  readonly description: string;
  /** As printed; null when the source states none. */
  readonly quantity: string | null;
  /** Unit code as written (UN/ECE Rec 20 such as KWH, or text such as "stk"). */
  readonly unit: string | null;
  /**
   * Excluding VAT unless tax_treatment says otherwise, as printed: a credit note's lines are positive. Of a bank's row: positive is money that
   * leaves the account, negative what comes in, which stays: it may be a refund (camt.053 leaves it out and says so). Null: none.
   */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly tax_treatment: "excl_vat" | "incl_vat" | "unknown";
  readonly classification_codes: readonly ClassificationCode[];
  readonly gl_account: string | null;
  readonly gl_account_name: string | null;
  /** What a column of categories holds, as written; null: none. */
  readonly category: string | null;
  /** The buyer's own name of the unit that bears the cost: BT-133, else BT-19, in EN 16931. */
  readonly cost_centre: string | null;
  /** Supplier of this row when the document holds many (ledger, bank, bills); null: the document's supplier. */
  readonly supplier: ParsedParty | null;
  /** The supplier's account on this row (IBAN, check digits right); absent: not stated. */
  readonly supplier_iban?: string;
  readonly invoice_number: string | null;
  /** ISO date of this row, null: the document's issue date. */
  readonly transaction_date: string | null;
  readonly service_period_start: string | null;
  readonly service_period_end: string | null;
  /** Day on which it was delivered, where line or document states it (BT-72 of EN 16931); ISO date. Absent: none does. */
  readonly delivered_on?: string;
  /** The source's own number of the line (voucher, bank reference, metering point), told with the activity; it decides nothing. Null: none. */
  readonly external_id: string | null;
  /** Heating values, densities and conversion factors that the line itself states; absent: none. */
  readonly fuel_values?: readonly StatedFuelValue[];
  /** Why this line waits, whatever its document is; absent: nothing of its own speaks against it. */
  readonly doubt?: LineDoubt;
}

/** What a person must look at before one line counts: its period, or whatever is unclear of its document. */
export interface LineDoubt {
  readonly code?: "period_unclear";
  readonly detail: string;
  /** Whether its words would name another category than its own, so that none is proposed. */
  readonly is_category_open: boolean;
}

/** `energy`: a metered supply whose bill does not say which; it is counted, and a person says what it is. */
export const COMMODITIES = [
  "electricity",
  "natural_gas",
  "district_heating",
  "water",
  "diesel",
  "petrol",
  "waste",
  "energy",
] as const;
export type Commodity = (typeof COMMODITIES)[number];

/**
 * A physical quantity that counts ONCE for the document, whatever number of lines repeat it (contract 10.5).
 * `lines` are the numbers of the lines whose quantities were added; the other lines of the same supply are `covered`:
 * their money must not be converted on top.
 */
export interface CountedQuantity {
  readonly commodity: Commodity;
  /** Decimal text. */
  readonly quantity: string;
  /** Unit of this service, e.g. "kWh", "m3", "l", "t". */
  readonly unit: string;
  readonly lines: readonly number[];
  /** The share of `quantity` on each of `lines`, in `unit`; they add up to it. */
  readonly line_quantities: readonly string[];
  readonly covered: readonly number[];
  /** Lines of a bill with several meters that name none of them: nobody knows whose they are. Absent: none. */
  readonly unidentified?: readonly number[];
  /** Lines that may repeat what `lines` count, or be a consumption of their own. Absent: none. */
  readonly doubtful?: readonly number[];
  /** Lines that give back money beside a quantity without a sign, or tell what was delivered to the grid, where `lines` charge. Absent: none. */
  readonly taken_back?: readonly number[];
  readonly period_start: string | null;
  readonly period_end: string | null;
  /** What the bill prints of the parts of these days, in `unit`, in order; absent: it prints none that are all of it. */
  readonly parts?: readonly PeriodPart[];
  /** Metering point (GSRN) or meter number. */
  readonly meter: string | null;
  readonly grid_only: boolean;
}

/** What a bill names a metered supply by, as written. */
export interface StatedSupply {
  /** Number of the metering point, meter or installation. */
  readonly meter: string | null;
  /** Where it is delivered. */
  readonly address: string | null;
  /** Danish postal code of that place, four digits; absent: none is stated, or it is abroad. */
  readonly postal_code?: string;
  /** Country of that place (ISO 3166-1 alpha-2); absent: not stated. */
  readonly country?: string;
  /** The supplier's number of the customer. */
  readonly customer_number: string | null;
  /** Numbers of the lines that are about it; null: the whole document. */
  readonly lines: readonly number[] | null;
}

/** Why a row was not read, told in people's languages by this name. */
export const ROW_ERROR_REASONS = [
  "no_date",
  "not_a_date",
  "no_amount",
  "not_a_number",
  "formula",
  "no_unit",
  "cells_unclear",
  "cell_too_long",
  "no_metering_point",
  "point_cut",
  "no_period",
  "stated_twice",
] as const;
export type RowErrorReason = (typeof ROW_ERROR_REASONS)[number];
/** Characters that are kept of a cell that could not be read. */
export const ROW_ERROR_CELL_MAX = 40;

export interface RowError {
  readonly row: number;
  readonly code: string;
  /** Absent: the file was read before reasons were named. */
  readonly reason?: RowErrorReason;
  /** What stood in the cell that could not be read, cut; absent: the row lacks it, or it is not about one. */
  readonly cell?: string;
  readonly message: string;
}

/** A row that was not read, numbered from 1 below the header. */
export function rowError(row: number, { reason, cell, message }: RowFault): RowError {
  return { row, code: "row.invalid", reason, ...(cell === undefined ? {} : { cell }), message };
}

/** What of a row stands in the way of reading it. */
export type RowFault = Required<Pick<RowError, "reason" | "message">> & Pick<RowError, "cell">;

export interface ParsedDocument {
  readonly format: string;
  readonly document_type: DocumentType;
  /** It takes the place of the invoice that it refers to; absent: it does not say so. */
  readonly is_correction?: true;
  readonly supplier: ParsedParty | null;
  readonly invoice_number: string | null;
  /** ISO date. */
  readonly issue_date: string | null;
  /** ISO date on which it is to be paid; absent: not stated. */
  readonly due_date?: string;
  readonly currency: string | null;
  /** Account that the supplier wants to be paid on (IBAN, check digits right); absent: none, or one of somebody else. */
  readonly payee_iban?: string;
  /** As printed. */
  readonly total_excl_vat: string | null;
  readonly total_incl_vat: string | null;
  /** What must be booked: credit notes negative, never negated twice. */
  readonly signed_total_excl_vat: string | null;
  readonly references: readonly { readonly kind: "invoice" | "order" | "parent_invoice"; readonly number: string }[];
  readonly lines: readonly ParsedLine[];
  readonly quantities: readonly CountedQuantity[];
  /** Metered supplies that it names; absent: none, or only with its quantities. */
  readonly supplies?: readonly StatedSupply[];
  /** Heating values, densities and conversion factors that it states anywhere; absent: none. */
  readonly fuel_values?: readonly StatedFuelValue[];
  /** What it names without its first and last day, such as a year of consumption; absent: nothing. */
  readonly open_period?: OpenPeriod;
  /** Rows that could not be read; the others were. */
  readonly row_errors: readonly RowError[];
  readonly warnings: readonly string[];
  /** Text encoding and delimiter that were detected, for tables. */
  readonly encoding: string | null;
  readonly delimiter: string | null;
  /** Of a table or an electronic document: what a person must look at before any of its lines is booked. */
  readonly doubts?: readonly string[];
  /** Only of a document that was recognised on pages; one that states its fields itself needs none. */
  readonly recognition?: Recognition;
  /** Only of tables: what their columns hold and are read as. */
  readonly tables?: readonly DescribedTable[];
}

/** How well a document was recognised on its pages. */
export interface Recognition {
  /** Lines make the net, net and VAT make the gross. */
  readonly is_closed: boolean;
  /** 0..1, by what decided: a label, a position, arithmetic. */
  readonly confidence: Readonly<
    Record<"invoice_number" | "issue_date" | "currency" | "supplier" | "totals" | "lines", number>
  >;
  /** What a person must look at: with any of them every line waits for review. */
  readonly doubts: readonly string[];
}

/** Why one file was refused (contract 10.1). It never changes what happens to another file. */
export interface FileError {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly hint: string;
}

/** What could be read of a page that is no complete invoice: a proposal for the person who enters it. Decimal text. */
export interface RecognisedFacts extends Pick<
  ParsedDocument,
  "invoice_number" | "issue_date" | "currency" | "total_excl_vat" | "total_incl_vat"
> {
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
}

export type ParseOutcome =
  | { readonly kind: "parsed"; readonly document: ParsedDocument }
  /** A table that a person must say something of before any row is booked. */
  | { readonly kind: "asks"; readonly question: TableQuestion; readonly tables: readonly DescribedTable[] }
  | { readonly kind: "rejected"; readonly error: FileError };

/** What became of pages: a person may see what no program could read, so such a file waits to be entered by hand. */
export type PageOutcome =
  | ParseOutcome
  | { readonly kind: "unreadable"; readonly error: FileError; readonly recognised: RecognisedFacts | null };
