import type { SystemQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

const SIZES = statement(`
  select count(*) as files, coalesce(sum(size_bytes), 0)::float8 as bytes
    from (select max(file_size_bytes) as size_bytes from reports group by tenant_id, environment, sha256) as contents
   order by 1 limit 1`);

/** Files of reports of all companies, each content once, before they are sealed; as the owner of the tables sees them. */
export async function storedReports(admin: SystemQueries): Promise<{ readonly files: number; readonly bytes: number }> {
  const [sizes] = await admin.rows<{ files: number; bytes: number }>(SIZES);
  if (sizes === undefined) throw new Error("adding up reports returned no row");
  return sizes;
}
