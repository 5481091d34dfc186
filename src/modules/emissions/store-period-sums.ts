import type { TenantQueries } from "../../core/context.ts";
import { type Statement, statementFamily } from "../../core/statement.ts";
import type { PeriodParts } from "./period-parts.ts";
import { type Coverage, coverageOf, DEPARTMENT, MONTHS, NO_COVERAGE, SUBTOTALS } from "./store-coverage.ts";
import { DIMENSIONS, FIGURES, SUM_COLUMNS, ZERO_DEPARTMENT, ZERO_DEPARTMENT_ID } from "./store-rollups.ts";

/** The columns of sums, as SQL lists them. */
const COLUMNS = SUM_COLUMNS.join(", ");

const DAY_START = "T00:00:00.000000Z";

type Parts = { readonly is_cut: boolean };

const SIGNED = SUM_COLUMNS.map((column) => `sign * ${column} as ${column}`).join(", ");

/**
 * Entries of parts of days, one index range each: $first and $first + 1 are the beginnings and the ends of parts to add,
 * $first + 2 are moments after which a day's entries are taken away from the sums of their day.
 */
export function partsOfDays(columns: string, condition: string, first: number): string {
  return `
    select ${columns}, ${SIGNED}
    from (
      select from_at, to_at, 1 as sign from unnest($${first}::timestamptz[], $${first + 1}::timestamptz[]) as given (from_at, to_at)
      union all
      select last_at + interval '1 microsecond', date_trunc('day', last_at) + interval '1 day -1 microsecond', -1
      from unnest($${first + 2}::timestamptz[]) as started (last_at)
    ) as part
    cross join lateral (
      select ${DIMENSIONS}, ${FIGURES}
      from emission_entries e
      where e.tenant_id = $1 and e.environment = $2 and e.transaction_date between part.from_at and part.to_at
        and ${condition}
        and not exists (select from emission_entries s
          where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)
      offset 0
    ) as e`;
}

/**
 * The first parameter after those of every period: days, then the parameters of `partsOfDays`. Of every period $3 and $4 are the
 * whole months, $5 is the department or the zero one, $6 the day that coverage ends with and $7 the scope, null for all; $8 and $9
 * are the first and the last month of which the period has anything.
 */
export const NEXT = 10;

const SCOPES = "scope, scope3_category";

/** By month, scope and scope 3 category; of all departments, or of department $5. */
const WHOLE = `
    select starts_on as month, ${SCOPES}, ${COLUMNS}
    ${SUBTOTALS} 'month' and ${DEPARTMENT} and starts_on between ${MONTHS}`;

/** The same by day, of the whole days outside these months and of parts of days. */
const CUT = `
    select starts_on as day, ${SCOPES}, ${COLUMNS}
    ${SUBTOTALS} 'day' and ${DEPARTMENT} and starts_on = any($${NEXT}::date[])
    union all
    ${partsOfDays(`day, ${SCOPES}`, `($5::uuid = ${ZERO_DEPARTMENT} or e.department_id = $5)`, NEXT + 1)}`;

/**
 * Planned once: every source is an index range, whatever the period is. Entries are read for parts of days only. Sums and
 * coverage are one statement, so that they tell of the same moment: coverage is the first row, which is not summed, so that its
 * lists are sent and parsed once.
 */
export function overParts(sums: {
  readonly of: (parts: string, period: Parts) => string;
  readonly order: string;
  /** Rows of sums at most. */
  readonly limit: number;
}): (parts: Parts) => Statement {
  return statementFamily(
    ({ is_cut }: Parts) => {
      const days = `union all select date_trunc('month', day::timestamp)::date, ${SCOPES}, ${COLUMNS} from cut`;
      return `
      with ${is_cut ? `cut as materialized (${CUT}), ` : ""}coverage as materialized (${coverageOf({ is_cut })})
      select coverage.*, sums.scope is not null as is_summed, sums.* from coverage full join (
        ${sums.of(`(${WHOLE} ${is_cut ? days : ""}) as parts`, { is_cut })}
      ) as sums on false
      order by is_summed, ${sums.order} limit ${sums.limit + 1}`;
    },
    { is_planned_once: true },
  );
}

export interface SumFilter {
  readonly parts: PeriodParts;
  /** ISO 8601 date of the day on which is asked: coverage ends with it, sums do not. */
  readonly today: string;
}

/** Sums of a period and which days of it they rest on. */
export interface CoveredSums<Row> {
  readonly coverage: Coverage;
  readonly rows: readonly Row[];
}

/** Members of the sums are null in the row that is not summed and those of coverage in the others; no caller gets either. */
export type Covered<Row> = Row & Coverage & { readonly is_summed: boolean };

export interface DepartmentFilter extends SumFilter {
  readonly department_id: string | null;
}

export interface ScopeFilter extends SumFilter {
  readonly scope: number | null;
}

/** Runs a statement of `overParts` for a period. */
export async function select<Row>(
  db: TenantQueries,
  statements: (parts: Parts) => Statement,
  { parts, today, department_id, scope }: DepartmentFilter & ScopeFilter,
): Promise<Row[]> {
  const { whole_from_ym, whole_to_ym, days, edges } = parts;
  const is_cut = days.length > 0 || edges.length > 0;
  // Nearly every entry is dated midnight: of a day's beginning, what is left of the day is the shorter thing to read.
  const started = edges.filter((edge) => edge.from.endsWith(DAY_START));
  const others = edges.filter((edge) => !edge.from.endsWith(DAY_START));
  const cut = [
    [...days, ...started.map((edge) => edge.from.slice(0, 10))],
    others.map((edge) => edge.from),
    others.map((edge) => edge.to),
    started.map((edge) => edge.to),
  ];
  const parameters = [
    whole_from_ym,
    whole_to_ym,
    department_id ?? ZERO_DEPARTMENT_ID,
    today,
    scope,
    ...firstAndLastMonth(parts),
    ...(is_cut ? cut : []),
  ];
  return await db.rows<Row>(statements({ is_cut }), parameters);
}

/** The first and the last month of which the period has anything. */
function firstAndLastMonth({ whole_from_ym, whole_to_ym, cuts }: PeriodParts): [number, number] {
  const whole = whole_from_ym > whole_to_ym ? [] : [whole_from_ym, whole_to_ym];
  const months = [...whole, ...cuts.map(({ ym }) => ym)];
  return [Math.min(...months), Math.max(...months)];
}

/** The rows that are summed, and the coverage that stands before them. */
export function covered<Row extends Covered<object>>(rows: readonly Row[]): CoveredSums<Row> {
  return { coverage: rows[0] ?? NO_COVERAGE, rows: rows.slice(1) };
}
