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
