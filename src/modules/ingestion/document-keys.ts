import { canonicalHash, sha256Hex } from "../../core/content-hash.ts";
import type { ParsedDocument } from "../reading/index.ts";

export interface DocumentKeys {
  /** Equal for the same document in another wrapping: hash over everything that was read, not over the bytes. */
  readonly content_key: string;
  /** Supplier, number, type, currency and gross; null where one of them is missing. Equal means duplicate. */
  readonly business_key: string | null;
}

/** The keys of contract 10.3.2 and 10.3.3. `supplierKey` is the normalised supplier, see categorization. */
export function documentKeys(document: ParsedDocument, supplierKey: string | null): DocumentKeys {
  const {
    format: _format,
    encoding: _encoding,
    delimiter: _delimiter,
    warnings: _warnings,
    recognition: _recognition,
    // Accounts to pay on, supplies and what an invoice corrects were not read by earlier releases: the same content keeps its key.
    payee_iban: _iban,
    supplies: _supplies,
    is_correction: _correction,
    ...content
  } = document;
  const lines =
    document.document_type === "bank_statement"
      ? document.lines.map(({ supplier_iban: _account, ...line }) => line)
      : document.lines;
  const number =
    document.invoice_number === null ? null : document.invoice_number.toLowerCase().replaceAll(/[\s./_-]/g, "");
  const gross = document.total_incl_vat ?? document.total_excl_vat;
  const numbered = supplierKey !== null && number !== null && number !== "";
  const type = document.document_type;
  return {
    content_key: canonicalHash({ ...content, lines }),
    business_key:
      numbered && gross !== null
        ? sha256Hex([supplierKey, number, type, document.currency ?? "", gross].join("\n"))
        : null,
  };
}
