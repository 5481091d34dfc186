import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { YearDays } from "./store.ts";

/** A closing or reopening of a year. */
export interface ClosingRow extends YearDays {
  readonly id: string;
  readonly is_closed: boolean;
  /** restatement: opened and closed again within one transaction. */
  readonly cause: "administrator" | "attestation" | "restatement";
  readonly reason: string | null;
  readonly report_id: string | null;
  readonly decided_by: string;
  readonly decided_by_name: string | null;
  readonly decided_at: string;
}

/** What a year counted when it was closed, of a scope with any entry: kg CO2e as decimal text. */
export interface ClosedFigure {
  readonly scope: number;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
}

const COLUMNS = `id, to_char(period_from, 'YYYY-MM-DD') as "from", to_char(period_to, 'YYYY-MM-DD') as "to", is_closed,
    cause, reason, report_id, decided_by, actor_name(decided_by) as decided_by_name, created_at as decided_at`;

/** Far more years than a company has. */
const YEARS_MAX = 300;

const NEWEST = statement(`
  select distinct on (period_to) ${COLUMNS} from financial_year_closings
  where tenant_id = $1 and environment = $2
  order by period_to, created_at desc, id desc limit ${YEARS_MAX}`);

const REOPENINGS = statement(`
  select ${COLUMNS} from financial_year_closings
  where tenant_id = $1 and environment = $2 and period_to = $3::date and not is_closed
  order by created_at, id limit 100`);

// What was attested is what was reported; of a year that nobody attested, what it was closed with first.
const REPORTED = statement(`
  select distinct on (period_to) to_char(period_from, 'YYYY-MM-DD') as "from", to_char(period_to, 'YYYY-MM-DD') as "to",
    to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as reported_on, report_id, figures
  from financial_year_closings
  where tenant_id = $1 and environment = $2 and figures is not null
  order by period_to, cause = 'attestation' desc, created_at, id limit ${YEARS_MAX}`);

const INSERT = statement(`
  insert into financial_year_closings (tenant_id, environment, id, period_from, period_to, is_closed, cause, reason,
    report_id, decided_by, figures)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb)
  returning ${COLUMNS}`);

/** What was decided last of each year of which anything was decided, in order of the years. */
export async function selectLastClosings(db: TenantQueries): Promise<ClosingRow[]> {
  return await db.rows<ClosingRow>(NEWEST, []);
}

/** Each reopening of the year that ends on that day, oldest first. */
export async function selectReopenings(db: TenantQueries, period_end: string): Promise<ClosingRow[]> {
  return await db.rows<ClosingRow>(REOPENINGS, [period_end]);
}

/** The years that are closed now, in order. Exact while the audit chain is locked: closing and reopening take it. */
export async function closedYears(db: TenantQueries): Promise<readonly YearDays[]> {
  return (await selectLastClosings(db)).filter(({ is_closed }) => is_closed);
}

export async function insertClosing(
  tx: TenantTransaction,
  row: Omit<ClosingRow, "decided_by_name" | "decided_at"> & { readonly figures: readonly ClosedFigure[] | null },
): Promise<ClosingRow> {
  const { id, from, to, is_closed, cause, reason, report_id, decided_by } = row;
  const figures = row.figures === null ? null : JSON.stringify(row.figures);
  const values = [id, from, to, is_closed, cause, reason, report_id, decided_by, figures];
  const [created] = await tx.rows<ClosingRow>(INSERT, values);
  if (created === undefined) throw new Error("insert of a year's closing returned no row");
  return created;
}

/** A year as it was reported. */
export interface ReportedYear extends YearDays {
  /** ISO date. */
  readonly reported_on: string;
  /** The attested report; null: an administrator closed the year. */
  readonly report_id: string | null;
  readonly figures: readonly ClosedFigure[];
}

/** What was reported of each year that was ever closed, in order of the years; a release before kept none. */
export async function selectReportedYears(db: TenantQueries): Promise<ReportedYear[]> {
  return await db.rows<ReportedYear>(REPORTED, []);
}
