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

const INSERT = statement(`
  insert into financial_year_closings (tenant_id, environment, id, period_from, period_to, is_closed, cause, reason,
    report_id, decided_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
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
  row: Omit<ClosingRow, "decided_by_name" | "decided_at">,
): Promise<ClosingRow> {
  const { id, from, to, is_closed, cause, reason, report_id, decided_by } = row;
  const values = [id, from, to, is_closed, cause, reason, report_id, decided_by];
  const [created] = await tx.rows<ClosingRow>(INSERT, values);
  if (created === undefined) throw new Error("insert of a year's closing returned no row");
  return created;
}
