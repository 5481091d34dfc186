import type { TenantQueries } from "../../core/context.ts";
import type { NamedFilter } from "../../core/known-filters.ts";
import { statement } from "../../core/statement.ts";

const EXISTS = statement(`
  select id from documents where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1`);

/** The filter of lists by one document. */
export function documentFilter(db: TenantQueries, document_id: string | null): NamedFilter {
  return {
    path: "document_id",
    what: "document",
    where: "get_activity and list_review_items tell them",
    value: document_id,
    exists: async (id) => (await db.rows<{ id: string }>(EXISTS, [id])).length === 1,
  };
}

const LINES = statement(`
  select id, line_number, description, amount from activities
  where tenant_id = $1 and environment = $2 and document_id = $3
  order by line_number, id limit $4::int`);

/** A line of a document as it was read, whatever a person states since. */
export interface ReadLineRow {
  readonly id: string;
  readonly line_number: number;
  readonly description: string;
  /** Decimal text. */
  readonly amount: string | null;
}

/** The first lines of a document, in their order. */
export async function selectReadLines(db: TenantQueries, document_id: string, limit: number): Promise<ReadLineRow[]> {
  return await db.rows<ReadLineRow>(LINES, [document_id, limit]);
}

const NUMBERED = statement(`
  select id, line_number from activities
  where tenant_id = $1 and environment = $2 and document_id = $3
    and (line_number between $4::int and $5::int or id = $6::uuid)
  order by line_number, id limit 1000`);

/** Ids of a document's lines with numbers from one to another, both included, at most 1000, and of one more line. */
export async function selectNumberedLines(
  db: TenantQueries,
  document_id: string,
  { from, to, and_id }: { readonly from: number; readonly to: number; readonly and_id: string | null },
): Promise<Pick<ReadLineRow, "id" | "line_number">[]> {
  return await db.rows(NUMBERED, [document_id, from, to, and_id]);
}

const HEADS = statement(`
  select id, supplier_name, supplier_identifier, invoice_number, issue_date::text, currency, total_excl_vat::text,
    total_incl_vat::text
  from documents where tenant_id = $1 and environment = $2 and id = any($3::uuid[])
  order by id limit 1000`);

/** What stands at the head of a document, as it was read; null: it does not say it. Amounts are decimal text. */
export interface DocumentHead {
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
  readonly invoice_number: string | null;
  readonly issue_date: string | null;
  readonly currency: string | null;
  readonly total_excl_vat: string | null;
  readonly total_incl_vat: string | null;
}

/** The heads of documents by their ids, at most 1,000. */
export async function documentHeads(
  db: TenantQueries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DocumentHead>> {
  const rows = await db.rows<DocumentHead & { readonly id: string }>(HEADS, [ids]);
  return new Map(rows.map(({ id, ...head }) => [id, head]));
}

const KNOWN_DOCUMENTS = statement(`
  select sha256, id from documents
  where tenant_id = $1 and environment = $2 and sha256 = any($3::text[]) order by sha256 limit 1000`);

/** Document ids by SHA-256, for the contents among `hashes` that are already in the ledger. */
export async function knownDocuments(db: TenantQueries, hashes: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ sha256: string; id: string }>(KNOWN_DOCUMENTS, [hashes]);
  return new Map(rows.map((row) => [row.sha256, row.id]));
}
