import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { monthOfDay, yearOfMonth, type YearStatement } from "../../core/financial-year.ts";
import { monthLabel } from "../../core/period.ts";
import { statement } from "../../core/statement.ts";
import type { HeatAllocation } from "./degree-days.ts";
import type { HeatAllocationRecord } from "./heat-allocation-record.ts";

const COLUMNS = `id, method, from_ym, independent_percent::text as independent_percent, degree_days, source, reason,
    set_by, actor_name(set_by) as set_by_name, created_at as set_at`;

const NEWEST = statement(`
  select ${COLUMNS},
    (select count(*)::int from heat_allocations c where c.tenant_id = $1 and c.environment = $2) as version
  from heat_allocations
  where tenant_id = $1 and environment = $2 order by created_at desc, id desc limit 1`);

const INSERT = statement(`
  insert into heat_allocations (tenant_id, environment, id, method, from_ym, independent_percent, degree_days, source, reason, set_by)
  values ($1, $2, $3, $4, $5, $6::numeric, $7::jsonb, $8, $9, $10)
  returning ${COLUMNS}`);

/** A statement as the database has it. */
export interface HeatAllocationRow {
  readonly id: string;
  /** How many statements there are with it: none is changed or removed. */
  readonly version: number;
  readonly method: HeatAllocationRecord["method"];
  readonly from_ym: number | null;
  readonly independent_percent: string;
  readonly degree_days: HeatAllocationRecord["degree_days"];
  readonly source: string | null;
  readonly reason: string;
  readonly set_by: string;
  readonly set_by_name: string | null;
  readonly set_at: string;
}

/** The newest statement; undefined: the company has made none. */
export async function selectHeatAllocation(db: TenantQueries): Promise<HeatAllocationRow | undefined> {
  return (await db.rows<HeatAllocationRow>(NEWEST, []))[0];
}

export async function insertHeatAllocation(
  tx: TenantTransaction,
  row: Omit<HeatAllocationRow, "set_by_name" | "set_at">,
): Promise<HeatAllocationRow> {
  const { id, method, from_ym, independent_percent, degree_days, source, reason, set_by } = row;
  const stated = [id, method, from_ym, independent_percent, JSON.stringify(degree_days)];
  const [created] = await tx.rows<Omit<HeatAllocationRow, "version">>(INSERT, [...stated, source, reason, set_by]);
  if (created === undefined) throw new Error("insert of a heat allocation returned no row");
  return { ...created, version: row.version };
}

export function toHeatAllocation(
  { from_ym, independent_percent, ...row }: HeatAllocationRow,
  years: YearStatement,
): HeatAllocationRecord {
  return {
    ...row,
    from_year: from_ym === null ? null : (yearOfMonth(years, from_ym)?.report_year ?? null),
    from_month: from_ym === null ? null : monthLabel(from_ym),
    independent_percent: Number(independent_percent),
  };
}

/** What the calculation is to do; undefined: allocate by days. */
export function heatOf(row: HeatAllocationRow | undefined): HeatAllocation | undefined {
  if (row === undefined || row.method === "days" || row.from_ym === null) return undefined;
  const { id, from_ym, independent_percent, source } = row;
  const degree_days = new Map(row.degree_days.map(({ month, degree_days: days }) => [monthOfDay(month), String(days)]));
  return { id, from_ym, independent_percent: percentText(independent_percent), degree_days, source: source ?? "" };
}

/** "25.00" as "25". */
function percentText(text: string): string {
  return String(Number(text));
}
