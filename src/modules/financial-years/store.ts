import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { CALENDAR_YEARS, monthOfDay, type YearStatement } from "../../core/financial-year.ts";
import { statement } from "../../core/statement.ts";

/** First and last day, YYYY-MM-DD. */
export interface YearDays {
  readonly from: string;
  readonly to: string;
}

/** A statement as stored. */
export interface StatementRow {
  readonly is_first_of_all: boolean;
  readonly years: readonly YearDays[];
  readonly reason: string | null;
  readonly stated_by: string;
  readonly stated_by_name: string | null;
  readonly stated_at: string;
}

const COLUMNS = `is_first_of_all, years, reason, stated_by, actor_name(stated_by) as stated_by_name,
    created_at as stated_at`;

const NEWEST = statement(`
  select ${COLUMNS} from financial_year_statements
  where tenant_id = $1 and environment = $2 order by created_at desc, id desc limit 1`);

const NEWEST_YEARS = statement(`
  select is_first_of_all, years from financial_year_statements
  where tenant_id = $1 and environment = $2 order by created_at desc, id desc limit 1`);

const INSERT = statement(`
  insert into financial_year_statements (tenant_id, environment, id, is_first_of_all, years, reason, stated_by)
  values ($1, $2, $3, $4, $5, $6, $7)
  returning ${COLUMNS}`);

/** The newest statement; undefined: the company has made none and has calendar years. */
export async function selectStatement(db: TenantQueries): Promise<StatementRow | undefined> {
  return (await db.rows<StatementRow>(NEWEST, []))[0];
}

export async function insertStatement(
  tx: TenantTransaction,
  row: Pick<StatementRow, "is_first_of_all" | "years" | "reason" | "stated_by"> & { readonly id: string },
): Promise<StatementRow> {
  const years = JSON.stringify(row.years);
  const values = [row.id, row.is_first_of_all, years, row.reason, row.stated_by];
  const [created] = await tx.rows<StatementRow>(INSERT, values);
  if (created === undefined) throw new Error("insert of a statement of financial years returned no row");
  return created;
}

/** The company's financial years as it has stated them last, for all that means a year; calendar years before that. */
export async function financialYears(db: TenantQueries): Promise<YearStatement> {
  const [row] = await db.rows<Pick<StatementRow, "is_first_of_all" | "years">>(NEWEST_YEARS, []);
  return row === undefined ? CALENDAR_YEARS : statementOf(row);
}

/** A stored statement in months. */
export function statementOf({
  is_first_of_all,
  years,
}: Pick<StatementRow, "is_first_of_all" | "years">): YearStatement {
  return {
    is_first_of_all,
    years: years.map(({ from, to }) => ({ from_ym: monthOfDay(from), to_ym: monthOfDay(to) })),
  };
}
