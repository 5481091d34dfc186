import type { TenantQueries } from "../../core/context.ts";
import { plusDays } from "../../core/days.ts";
import { statement } from "../../core/statement.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { ReportRecord } from "./report.ts";

/** A report that shows the figures of a year. */
export interface ShowingReport {
  readonly id: string;
  readonly report_year: number;
  readonly standard_type: ReportRecord["standard_type"];
  /** An attestation of it stands. */
  readonly is_attested: boolean;
  /** It is of the year after and shows the figures beside its own. */
  readonly is_comparative: boolean;
}

const SHOWING = statement(`
  select r.id, r.report_year, r.standard_type, coalesce(r.period_to, make_date(r.report_year, 12, 31)) <> $3::date as is_comparative,
    exists (select from report_attestations a
      where a.tenant_id = $1 and a.environment = $2 and a.report_id = r.id and a.status = 'issued') as is_attested
  from reports r
  where r.tenant_id = $1 and r.environment = $2
    and (coalesce(r.period_to, make_date(r.report_year, 12, 31)) = $3::date
      or coalesce(r.period_from, make_date(r.report_year, 1, 1)) = $4::date)
  order by is_comparative, is_attested desc, r.created_at desc, r.id desc limit 100`);

/**
 * Reports of a year, attested ones first, then those of the year after, which compare with it; a hundred, of each the newest first. They keep
 * their bytes whatever moves.
 */
export async function reportsOfYear(db: TenantQueries, { to }: YearDays): Promise<ShowingReport[]> {
  return await db.rows<ShowingReport>(SHOWING, [to, plusDays(to, 1)]);
}
