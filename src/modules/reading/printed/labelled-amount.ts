import type { TotalKind } from "./labels.ts";

/** Net, VAT and gross of a row of the table that receipts print for VAT, or of several rows together. */
export interface VatRow {
  readonly net: string;
  readonly vat: string;
  readonly gross: string;
}

/** An amount with the label that it is printed beside or below. */
export interface LabelledAmount {
  readonly kind: TotalKind;
  readonly label: string;
  readonly amount: string;
  /** The row of the VAT table that it is of; absent: it stands elsewhere. */
  readonly vat_row?: VatRow;
}
