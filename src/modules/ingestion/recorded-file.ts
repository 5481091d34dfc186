import type { NewDocument, RecordedDocument } from "../activities/index.ts";
import type { CreditMatch } from "./credit-notes.ts";
import type { LedgerMatches } from "./ledger-matches.ts";
import type { PurchaseMatches } from "./purchase-matches.ts";
import type { PreparedFile } from "./prepared-file.ts";
import { NO_RESULT } from "./reject-file.ts";
import type { FileResult, UploadFileRow } from "./store.ts";
import type { DuplicateDocument } from "../activities/index.ts";

/** A file that is recorded, with what the ledger knows of the same. */
export interface OpenFile {
  readonly prepared: PreparedFile;
  readonly row: UploadFileRow;
  readonly ledgerMatches: LedgerMatches;
  readonly purchases: PurchaseMatches;
  readonly credits: ReadonlyMap<number, CreditMatch>;
}

/** How a file ended that was recorded. */
export function fileResult(
  { prepared, row, ledgerMatches }: OpenFile,
  outcome: RecordedDocument,
  warnings: readonly string[],
): FileResult & { id: string } {
  const { document } = prepared;
  const { duplicate } = ledgerMatches;
  const isOpen = outcome.review_count > 0 || outcome.entry_count + outcome.excluded_count === 0;
  return {
    ...NO_RESULT,
    id: row.id,
    status: isOpen ? "needs_review" : "processed",
    document_id: outcome.document_id,
    warnings: [
      ...document.warnings,
      ...(duplicate === undefined ? [] : [`possible_duplicate of document ${duplicate.id}`]),
      ...warnings,
    ],
    row_errors: document.row_errors,
    activity_count: outcome.activity_ids.length,
    tables: document.tables ?? null,
  };
}

/** How a file ended whose content the ledger has. */
export function duplicateResult({
  row,
  duplicate,
}: {
  row: UploadFileRow;
  duplicate: DuplicateDocument;
}): FileResult & { id: string } {
  return { ...NO_RESULT, id: row.id, status: "duplicate", duplicate_of: duplicate.id, warnings: [duplicate.match] };
}

/** The row of its document. */
export function newDocument({ prepared, row }: OpenFile): NewDocument {
  const { document, keys } = prepared;
  const { format, document_type, invoice_number, issue_date, currency, total_excl_vat, total_incl_vat } = document;
  return {
    sha256: row.sha256,
    name: row.name,
    media_type: null,
    size_bytes: row.size_bytes,
    format,
    document_type,
    supplier_name: document.supplier?.name ?? null,
    supplier_identifier: document.supplier?.identifier ?? null,
    invoice_number,
    issue_date,
    currency,
    total_excl_vat,
    total_incl_vat,
    ...keys,
  };
}
