import type { SystemQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** Contents that are kept, each once however often a company sent it. */
export interface StoredContents {
  readonly files: number;
  /** Before they are sealed. */
  readonly bytes: number;
}

const SIZES = statement(`
  select count(*) as files, coalesce(sum(size_bytes), 0)::float8 as bytes
    from (select max(size_bytes) as size_bytes from upload_files group by tenant_id, environment, sha256) as contents
   order by 1 limit 1`);

/** Documents of all companies, as the owner of the tables sees them. Takes a second for a million files. */
export async function storedDocuments(admin: SystemQueries): Promise<StoredContents> {
  const [sizes] = await admin.rows<StoredContents>(SIZES);
  if (sizes === undefined) throw new Error("adding up documents returned no row");
  return sizes;
}
