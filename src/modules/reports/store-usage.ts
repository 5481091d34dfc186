import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** Reports that were made in a month (UTC). */
export interface ReportsOfMonth {
  /** "2026-05". */
  readonly month: string;
  readonly reports: number;
  /** Files that were new, before they are sealed: equal reports are one file. */
  readonly report_bytes: number;
}

const BY_MONTH = statement(`
  select to_char(m.month, 'YYYY-MM') as month, sum(m.reports)::int as reports, sum(m.bytes)::float8 as report_bytes
    from (select date_trunc('month', r.created_at at time zone 'UTC') as month, count(*) as reports, 0 as bytes
            from reports r where r.tenant_id = $1 and r.environment = $2 and r.created_at >= $3::timestamptz group by 1
          union all
          select date_trunc('month', c.first_at at time zone 'UTC'), 0, sum(c.bytes)
            from (select min(s.created_at) as first_at, max(s.file_size_bytes) as bytes from reports s
                   where s.tenant_id = $1 and s.environment = $2 group by s.sha256) c
           where c.first_at >= $3::timestamptz group by 1) m
   group by m.month order by m.month limit 1200`);

/** Months in which reports were made, oldest first. `from`: ISO 8601 UTC, inclusive. */
export async function reportsByMonth(db: TenantQueries, from: string): Promise<ReportsOfMonth[]> {
  return await db.rows<ReportsOfMonth>(BY_MONTH, [from]);
}
