import { COUNTED_AGAINST, FIRST_DAY, IS_NEWEST, LAST_DAY } from "./store-none-answers.ts";
import { ZERO_DEPARTMENT } from "./store-rollups.ts";

/** Which days of a period have entries that count, up to the day on which is asked; ISO 8601 dates. */
export interface Coverage {
  readonly data_from: string | null;
  readonly data_to: string | null;
  /** UTC calendar months from data_from to data_to that have any. */
  readonly months_with_data: number;
  /** In what the period has entries, after today as well: scope x 100 + scope 3 category, which is 0 for none. */
  readonly counted: readonly number[];
  /** What waits in the period's months, by currency of its money ("" without any); decimals as text. */
  readonly waiting: readonly WaitingSums[];
  /** Documents with lines that wait there. */
  readonly waiting_documents: number;
  /** Files of which nothing could be booked before somebody says what they hold, of whatever month that is. */
  readonly waiting_files: number;
  /** What waits to change closed years in the period's months, market-based kg CO2e as decimal text. */
  readonly pending_restatement_kg: string;
  /** Readings and allocations that would. */
  readonly pending_restatements: number;
  /** Answers that there is nothing, for the years that the period touches. */
  readonly none: readonly NoneOfYear[];
}

export interface NoneOfYear {
  readonly report_year: number;
  /** First and last day of the year that the answer holds for, ISO dates. */
  readonly period_from: string;
  readonly period_to: string;
  readonly scope: number;
  /** 0: the whole scope. */
  readonly scope3_category: number;
  /** Entries that the year counts there all the same. */
  readonly entry_count: number;
}

export interface WaitingSums {
  readonly currency: string;
  readonly lines: number;
  readonly money: string;
  readonly estimated_kg: string;
  readonly without_estimate: number;
}

export const NO_COVERAGE: Coverage = {
  data_from: null,
  data_to: null,
  months_with_data: 0,
  counted: [],
  waiting: [],
  waiting_documents: 0,
  waiting_files: 0,
  pending_restatement_kg: "0",
  pending_restatements: 0,
  none: [],
};

export const SUBTOTALS = "from emission_subtotals where tenant_id = $1 and environment = $2 and resolution =";
const FIRST_MONTH = "make_date($3::int / 12, $3::int % 12 + 1, 1)";
const LAST_MONTH = "make_date($4::int / 12, $4::int % 12 + 1, 1)";
/** The first days of the whole months of a period. */
export const MONTHS = `${FIRST_MONTH} and ${LAST_MONTH}`;
/** Bare, so that it is a condition of the index: row security lets no condition lead that might tell of other rows. */
export const DEPARTMENT = "department_id = $5::uuid";

/** An entry that only ends an earlier one is no data. */
const HAS_DATA = "entry_count > closing_count";
export const OF_SCOPE = "($7::smallint is null or scope = $7)";

/** One row at an end of an index range: of days as a rule the first that is looked at. */
function wholeDay(order: "asc" | "desc"): string {
  return `(
        select starts_on ${SUBTOTALS} 'day' and ${DEPARTMENT}
          and starts_on between ${FIRST_MONTH} and least((${LAST_MONTH} + interval '1 month -1 day')::date, $6::date)
          and ${OF_SCOPE} and ${HAS_DATA}
        order by starts_on ${order} limit 1)`;
}

const COUNTED = "coalesce(array_agg(distinct scope * 100 + scope3_category), '{}')";

const WHOLE_MONTHS = `
      select first_day, last_day, months, counted
      from (select ${wholeDay("asc")} as first_day, ${wholeDay("desc")} as last_day offset 0) as ends
      cross join lateral (
        select count(distinct starts_on) filter (where starts_on <= last_day) as months, ${COUNTED} as counted
        ${SUBTOTALS} 'month' and ${DEPARTMENT} and starts_on between ${MONTHS} and ${OF_SCOPE} and ${HAS_DATA}
      ) as month`;

/** Of the days of `cut`, a part is taken away from its day: only their sum tells whether a day has data. */
const CUT_DAYS = `
      select min(day) filter (where day <= $6::date) as first_day, max(day) filter (where day <= $6::date) as last_day,
        count(distinct date_trunc('month', day::timestamp)) filter (where day <= $6::date) as months, ${COUNTED} as counted
      from (
        select day, scope, scope3_category from cut where ${OF_SCOPE}
        group by day, scope, scope3_category having sum(entry_count) > sum(closing_count)
      ) as days`;

/** Lines whose months touch $8 to $9. One whose category nobody knows (scope 0) may belong to any scope. */
const WAITS = `tenant_id = $1 and environment = $2 and to_ym >= $8::int and from_ym <= $9::int
          and ($5::uuid = ${ZERO_DEPARTMENT} or department_id = $5) and ($7::smallint is null or scope in ($7, 0))`;

const RESTATES = `tenant_id = $1 and environment = $2 and ym between $8::int and $9::int
          and ($5::uuid = ${ZERO_DEPARTMENT} or department_id = $5) and ($7::smallint is null or scope = $7)`;

/** Read from what is kept of waiting lines, never from the lines. */
const WAITING = `
      (select coalesce(json_agg(of_currency), '[]') from (
        select currency, sum(line_count)::bigint as lines, sum(money)::text as money, sum(estimated_kg)::text as estimated_kg,
          sum(without_estimate_count)::bigint as without_estimate
        from waiting_sums where ${WAITS} group by currency having sum(line_count) > 0 order by currency
      ) as of_currency) as waiting,
      (select count(distinct document_id)::int from waiting_documents where ${WAITS} and line_count > 0) as waiting_documents,
      (select count(*)::int from waiting_files where tenant_id = $1 and environment = $2) as waiting_files`;

const monthOf = (day: string): string => `extract(year from ${day}) * 12 + extract(month from ${day}) - 1`;

const NONE = `
      (select coalesce(json_agg(json_build_object('report_year', n.report_year, 'period_from', ${FIRST_DAY}, 'period_to', ${LAST_DAY}, 'scope', n.scope,
          'scope3_category', n.scope3_category, 'entry_count', c.entry_count)
          order by ${LAST_DAY}, ${FIRST_DAY}, n.scope, n.scope3_category), '[]')
        from none_answers n cross join lateral (${COUNTED_AGAINST}) as c
        where n.tenant_id = $1 and n.environment = $2 and n.status = 'none' and ${monthOf(LAST_DAY)} >= $8::int and ${monthOf(FIRST_DAY)} <= $9::int
          and ($7::smallint is null or n.scope = $7) and ${IS_NEWEST}) as none`;

const REALLOCATES = `tenant_id = $1 and environment = $2 and ym between $8::int and $9::int
          and ($5::uuid = ${ZERO_DEPARTMENT} or department_id = $5) and ($7::smallint is null or $7 = 2)`;

const PENDING_KG = "coalesce(sum(market_based_after_kg - market_based_before_kg), 0)";

/** A row per month, scope and category of the few lines that would change a closed year, and one per month of an allocation. */
const RESTATING = `
      ((select ${PENDING_KG} from pending_restatements where ${RESTATES})
        + (select ${PENDING_KG} from pending_allocations where ${REALLOCATES}))::text as pending_restatement_kg,
      (select count(distinct activity_split_id)::int from pending_restatements where ${RESTATES})
        + (select count(distinct run_id)::int from pending_allocations where ${REALLOCATES}) as pending_restatements`;

const BESIDE = `${WAITING}, ${RESTATING}, ${NONE}`;

/** A statement of one Coverage; with `is_cut` it reads the days of a common table expression `cut` as well. */
export function coverageOf({ is_cut }: { readonly is_cut: boolean }): string {
  if (!is_cut) {
    return `
      select first_day as data_from, last_day as data_to, months::int as months_with_data, counted, ${BESIDE}
      from (${WHOLE_MONTHS}) as whole`;
  }
  return `
      select least(whole.first_day, part.first_day) as data_from, greatest(whole.last_day, part.last_day) as data_to,
        (whole.months + part.months)::int as months_with_data, whole.counted || part.counted as counted, ${BESIDE}
      from (${WHOLE_MONTHS}) as whole cross join (${CUT_DAYS}) as part`;
}
