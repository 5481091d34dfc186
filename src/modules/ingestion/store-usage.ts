import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** What came in within a month (UTC). */
export interface ReceivedInMonth {
  /** "2026-05". */
  readonly month: string;
  /** Files of uploads and sources, those in archives and duplicates included. */
  readonly files: number;
  /** Contents that were new to the company, before they are sealed. */
  readonly stored_bytes: number;
}

const BY_MONTH = statement(`
  select to_char(m.month, 'YYYY-MM') as month, sum(m.files)::int as files, sum(m.bytes)::float8 as stored_bytes
    from (select date_trunc('month', f.created_at at time zone 'UTC') as month, count(*) as files, 0 as bytes
            from upload_files f where f.tenant_id = $1 and f.environment = $2 and f.created_at >= $3::timestamptz group by 1
          union all
          select date_trunc('month', c.first_at at time zone 'UTC'), 0, sum(c.bytes)
            from (select min(s.created_at) as first_at, max(s.size_bytes) as bytes from upload_files s
                   where s.tenant_id = $1 and s.environment = $2 group by s.sha256) c
           where c.first_at >= $3::timestamptz group by 1) m
   group by m.month order by m.month limit 1200`);

/** Months in which something came in, oldest first. `from`: ISO 8601 UTC, inclusive. */
export async function receivedByMonth(db: TenantQueries, from: string): Promise<ReceivedInMonth[]> {
  return await db.rows<ReceivedInMonth>(BY_MONTH, [from]);
}
