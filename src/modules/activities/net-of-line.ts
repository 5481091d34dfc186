import { type NetAmount, netAmount } from "../../core/net-amount.ts";
import { keptVatPercent } from "../emissions/index.ts";
import type { CurrentActivityRow } from "./store.ts";

/** What of a booked line says what it costs. */
type PaidLine = Pick<
  CurrentActivityRow,
  "amount" | "conversion" | "currency" | "line_kind" | "stated" | "tax_treatment"
>;

/** What a booked line costs without VAT in a category; its document may have printed the rate. Null: that is not known. */
export function netOfLine(line: PaidLine, country: string, category_key: string): NetAmount | null {
  return netAmount({ ...line, printed_vat_percent: keptVatPercent(line.conversion) }, country, category_key);
}
