import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** Documents that one statement may ask about. */
const DOCUMENTS_MAX = 1000;

/** The first document by an index, of those that are equal in one way; the ways from the closest. */
const sameIn = (rank: number, match: DuplicateDocument["match"], equal: string, closest = ""): string => `
      (select d.id, ${rank} as rank, '${match}' as match from documents d
       where d.tenant_id = $1 and d.environment = $2 and ${equal} order by ${closest}d.id limit 1)`;

const SAME_PARTY = "(d.supplier_identifier = q.supplier_identifier or lower(d.supplier_name) = lower(q.supplier_name))";

// One condition for all ways would read every document of the company for each that arrives.
const FIND_DUPLICATES = statement(`
  select q.position, twin.id, twin.match
  from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[]) with ordinality
    as q (sha256, content_key, business_key, invoice_number, document_type, supplier_identifier, supplier_name, position)
  cross join lateral (
    select same.id, same.match from (${[
      sameIn(1, "same_bytes", "d.sha256 = q.sha256"),
      sameIn(2, "same_content", "d.content_key = q.content_key", "(d.business_key = q.business_key) desc nulls last, "),
      sameIn(3, "same_invoice", "d.business_key = q.business_key"),
      sameIn(
        4,
        "same_number",
        `d.invoice_number = q.invoice_number and d.document_type = q.document_type and ${SAME_PARTY}`,
      ),
    ].join("\n      union all")}
    ) as same
    order by same.rank limit 1
  ) as twin
  order by q.position limit ${DOCUMENTS_MAX}`);

export interface DuplicateDocument {
  readonly id: string;
  readonly match: "same_bytes" | "same_content" | "same_invoice" | "same_number";
}

export interface DuplicateQuery {
  readonly sha256: string;
  readonly content_key: string;
  readonly business_key: string | null;
  readonly invoice_number: string | null;
  readonly document_type: string;
  readonly supplier_identifier: string | null;
  readonly supplier_name: string | null;
}

/**
 * For each query the closest document already recorded: same bytes, same content, same invoice, or only the same number.
 */
export async function findDuplicates(
  tx: TenantQueries,
  queries: readonly DuplicateQuery[],
): Promise<(DuplicateDocument | undefined)[]> {
  const rows = await tx.rows<DuplicateDocument & { readonly position: number }>(FIND_DUPLICATES, [
    queries.map((query) => query.sha256),
    queries.map((query) => query.content_key),
    queries.map((query) => query.business_key),
    queries.map((query) => query.invoice_number),
    queries.map((query) => query.document_type),
    queries.map((query) => query.supplier_identifier),
    queries.map((query) => query.supplier_name),
  ]);
  const duplicates: (DuplicateDocument | undefined)[] = queries.map(() => undefined);
  for (const { position, id, match } of rows) duplicates[position - 1] = { id, match };
  return duplicates;
}
