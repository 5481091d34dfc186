/** Who sells or buys, as an electronic invoice states it. */
export interface ShownParty {
  readonly name: string | null;
  /** CVR or VAT number as written; null: not stated. */
  readonly identifier: string | null;
  /** Street, postal code with city and country, one text each. */
  readonly address: readonly string[];
}

/** A line of an electronic invoice. Amounts and quantities are decimal text as stated, null where nothing is. */
export interface ShownLine {
  /** As the line was read: the first is 1, charges and allowances of the whole document follow. */
  readonly line_number: number;
  readonly description: string;
  readonly quantity: string | null;
  readonly unit: string | null;
  readonly unit_price: string | null;
  readonly vat_percent: string | null;
  readonly amount: string | null;
  readonly period_start: string | null;
  readonly period_end: string | null;
}

/** VAT at one rate: decimal text as stated. */
export interface ShownVat {
  readonly percent: string | null;
  readonly base: string | null;
  readonly amount: string | null;
}

/** What an electronic invoice says beside what is booked of it. */
export interface InvoiceFacts {
  readonly due_date: string | null;
  readonly seller: ShownParty | null;
  readonly buyer: ShownParty | null;
  readonly notes: readonly string[];
  readonly vat: readonly ShownVat[];
  readonly total_vat: string | null;
  readonly prepaid: string | null;
  readonly payable: string | null;
  readonly payment_account: string | null;
}

/** An electronic invoice as people look at one. */
export interface ShownInvoice extends InvoiceFacts {
  readonly document_type: "invoice" | "credit_note" | "utility_statement";
  readonly invoice_number: string | null;
  readonly issue_date: string | null;
  readonly currency: string | null;
  readonly total_excl_vat: string | null;
  readonly total_incl_vat: string | null;
  readonly references: readonly { readonly kind: "invoice" | "order" | "parent_invoice"; readonly number: string }[];
  readonly lines: readonly ShownLine[];
  readonly line_count: number;
}

/** Some rows of a table as they stand in the file. */
export interface ShownTable {
  /** Of a workbook; null: the file is the table. */
  readonly sheet: string | null;
  /** Empty: no row heads the table. */
  readonly headings: readonly string[];
  /** Columns beyond those that are shown. */
  readonly columns_left_out: number;
  readonly rows: readonly { readonly row_number: number; readonly cells: readonly string[] }[];
  /** False: a line sums several rows, as of a meter export, so that the number of a row is no line's. */
  readonly rows_are_lines: boolean;
  /** Number of the file's last row: the first below the head is 1, and those of a workbook are numbered on over its sheets. */
  readonly last_row_number: number;
}

/** Exactly one of the two is there. */
export interface ShownFile {
  readonly invoice: ShownInvoice | null;
  readonly table: ShownTable | null;
}

/** Which lines or rows of a file are shown, by their numbers. */
export interface ShownWindow {
  readonly first: number;
  /** Of a workbook, the sheet with this row is shown. */
  readonly row: number;
  readonly count: number;
  /** What the company said of its tables, as `modules/reading` takes it. */
  readonly mappings: readonly unknown[];
}
