import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** What was recorded in a month (UTC), by when it came in. */
export interface RecordedInMonth {
  /** "2026-05". */
  readonly month: string;
  readonly documents: number;
  /** Of these, those that were recognised on pictures of pages. */
  readonly documents_from_pictures: number;
  readonly lines: number;
}

const BY_MONTH = statement(`
  select to_char(m.month, 'YYYY-MM') as month, sum(m.documents)::int as documents,
         sum(m.pictures)::int as documents_from_pictures, sum(m.lines)::int as lines
    from (select date_trunc('month', d.created_at at time zone 'UTC') as month, count(*) as documents,
                 count(*) filter (where d.format = 'scan-text') as pictures, 0 as lines
            from documents d where d.tenant_id = $1 and d.environment = $2 and d.created_at >= $3::timestamptz group by 1
          union all
          select date_trunc('month', a.created_at at time zone 'UTC'), 0, 0, count(*)
            from activities a where a.tenant_id = $1 and a.environment = $2 and a.created_at >= $3::timestamptz group by 1) m
   group by m.month order by m.month limit 1200`);

/** Months in which something was recorded, oldest first. `from`: ISO 8601 UTC, inclusive. */
export async function recordedByMonth(db: TenantQueries, from: string): Promise<RecordedInMonth[]> {
  return await db.rows<RecordedInMonth>(BY_MONTH, [from]);
}
