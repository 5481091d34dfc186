import type { ParsedDocument } from "./parsed-document.ts";

/** Why a document waits that is called something else than an invoice. */
interface NotAnInvoice {
  readonly code: "not_an_invoice";
  readonly detail: string;
}

/** The doubt about a document that calls itself so; `what` in words with their article: "a reminder". */
export function notAnInvoice(what: string): NotAnInvoice {
  return { code: "not_an_invoice", detail: `The document calls itself ${what}.` };
}

/** UNTDID 1001: an offer in the form of an invoice, which nobody is asked to pay. OIOUBL has the same code. */
const PRO_FORMA = "325";

/** An electronic document, with that doubt where its type (UNTDID 1001; null: none is stated) says that it is no invoice. */
export function asTyped(document: ParsedDocument, type: string | null): ParsedDocument {
  if (type !== PRO_FORMA) return document;
  const { code, detail } = notAnInvoice("a pro forma invoice");
  return { ...document, doubts: [detail], warnings: [...document.warnings, `${code}: ${detail}`] };
}
