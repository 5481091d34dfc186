import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

const DOCUMENT_BY_CONTENT = statement(`
  select id from documents where tenant_id = $1 and environment = $2 and sha256 = $3
  order by id limit 1`);

/** The document with these bytes, or null. */
export async function selectDocumentId(db: TenantQueries, sha256: string): Promise<string | null> {
  const [row] = await db.rows<{ id: string }>(DOCUMENT_BY_CONTENT, [sha256]);
  return row?.id ?? null;
}
