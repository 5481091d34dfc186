import type { PrintedBalance } from "./balance.ts";
import type { PrintedCurrency } from "./currency.ts";
import type { LabelledValue } from "./fields.ts";
import { notAnInvoice } from "../other-document.ts";
import type { Row } from "../pdf/page-words.ts";
import type { PrintedParty } from "./party.ts";
import { DATE_UNCLEAR, LITRES_UNCONFIRMED, NUMBER_MISSING } from "../scan/agreed-document.ts";
import { isMisread } from "./table.ts";
import { isAmbiguousCredit, otherDocument } from "./title.ts";

/** Why a recognised document waits for a person. */
export interface PrintedReviewReason {
  readonly code: string;
  readonly detail: string;
}

interface Recognised {
  readonly rows: readonly Row[];
  readonly head: readonly Row[];
  readonly balance: PrintedBalance;
  readonly number: LabelledValue | null;
  readonly date: LabelledValue | null;
  readonly issuer: PrintedParty;
  readonly currency: PrintedCurrency;
}

/** Below this a value is a guess. */
const SURE = 0.6;

/** Everything about a printed document that a person must look at before it counts; empty: nothing. */
export function reviewReasonsOf({ head, balance, number, date, issuer, currency }: Recognised): PrintedReviewReason[] {
  const reasons: PrintedReviewReason[] = [];
  const other = otherDocument(head);
  if (other !== null) reasons.push(notAnInvoice(other));
  if (isAmbiguousCredit(head)) {
    reasons.push({
      code: "credit_unclear",
      detail: "A Gutschrift may be a credit note or an invoice written by the buyer.",
    });
  }
  if (balance.lines.length === 0) {
    reasons.push({ code: "lines_not_recognised", detail: "No invoice lines were recognised on the pages." });
  } else if (!balance.lines_close) {
    reasons.push({
      code: "total_mismatch",
      detail: "The lines that were recognised do not add up to a printed total.",
    });
  }
  if (!balance.totals_close) {
    reasons.push({
      code: "totals_unclear",
      detail: "Net, VAT and total were not found as printed amounts that add up.",
    });
  }
  if (balance.lines.some(isMisread)) {
    reasons.push({
      code: "quantity_unclear",
      detail: "The quantity of a line is far from what its price and amount say.",
    });
  }
  if (balance.has_open_products === true) {
    reasons.push({
      code: "product_mismatch",
      detail: "A quantity and a price were recognised that do not make the amount beside them.",
    });
  }
  if (balance.has_open_litres === true) {
    reasons.push({ code: "litres_unconfirmed", detail: LITRES_UNCONFIRMED });
  }
  if (date === null || date.confidence < SURE) {
    reasons.push({ code: "date_unclear", detail: DATE_UNCLEAR });
  }
  if (number === null) reasons.push({ code: "number_missing", detail: NUMBER_MISSING });
  if (issuer.party === null) reasons.push({ code: "supplier_missing", detail: "No issuer was recognised." });
  const { code, competing } = currency;
  if (competing.length > 0) {
    reasons.push({ code: "currency_unclear", detail: `The amounts may be in ${competing.join(" or ")}.` });
  } else if (code === null) reasons.push({ code: "currency_missing", detail: "No currency is printed." });
  return reasons;
}
