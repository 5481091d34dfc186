import type { SqlValue, TenantQueries, TextRow } from "../../core/context.ts";
import { PAGE_LIMIT_MAX } from "../../core/page.ts";
import { statementFamily } from "../../core/statement.ts";
import { ENTRY_COLUMNS } from "./emission-entry.ts";
import { periodParts, type PeriodParts } from "./period-parts.ts";
import { isClosing } from "./store-rollups.ts";
import { type ColumnFilter, HIDDEN, monthsSource, pieceSources, type Source } from "./store-list-sources.ts";

export interface EntryFilter {
  readonly scope: number | null;
  readonly category_key: string | null;
  /** The category stands for everything below it in the taxonomy too. */
  readonly is_group: boolean;
  readonly department_id: string | null;
  /** Null: every transaction date up to `until`. */
  readonly period: PeriodParts | null;
  /** Where no period is given: a moment that few entries lie after, inclusive; null: none does. */
  readonly until: string | null;
}

/** Which optional parts a statement has; the parameters follow in this order. */
type Parts = {
  readonly after: boolean;
  readonly scope: boolean;
  readonly category: boolean;
  /** A category with everything below it, instead of one category. */
  readonly group: boolean;
  readonly department: boolean;
  /** All dates up to a moment that nearly every entry lies before: row by row, for it would narrow no index range. */
  readonly until: boolean;
  /** One whole month and nothing else. */
  readonly month: boolean;
  /** A range of whole months. */
  readonly months: boolean;
  /** The pieces of the months that a period cuts. */
  readonly pieces: boolean;
  /** So many buckets that it pays to find the end of the page first. */
  readonly is_wide: boolean;
  /** Of one index range: every row is looked at until the page is full, however many of them count no more. */
  readonly is_patient: boolean;
};

/**
 * Row limits that statements are written with, as numbers in their text: with a parameter in their place the server
 * plans as if a tenth of the ledger was wanted, and sorts whole months. A page of any size takes the next one.
 */
const ROW_LIMITS: readonly number[] = [11, 26, 51, 101, PAGE_LIMIT_MAX + 1];

/** Planned once: every one of them walks an index in the list's order, whatever the parameters are. */
const ENTRIES = new Map(
  ROW_LIMITS.map((limit) => [
    limit,
    statementFamily((parts: Parts) => compose(parts, limit), { is_planned_once: true }),
  ]),
);

const ORDER = "created_at desc, id desc";
/** Up to as many buckets are read a page deep each. */
const NARROW = 8;
/** The part of a page that is read of each bucket to find the page's end; see `merged`. */
const PROBE = 8;

/** A value instead of `not exists`, which a cached plan may turn into a join with every superseded entry. */
export const CURRENT = `(select s.supersedes_entry_id from emission_entries s
        where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id
        order by s.supersedes_entry_id limit 1) is null`;

/** Where only keys are read: by the index of closing entries alone, which is small, and not by the row. */
export const KEY_NOT_CLOSING = `(select c.id from emission_entries c
        where c.tenant_id = $1 and c.environment = $2 and c.id = e.id and ${isClosing("c")}
        order by c.id limit 1) is null`;

/** Whether one walk along an index finds the page. */
function isOneRange({ months, pieces }: Pick<Parts, "months" | "pieces">): boolean {
  return !months && !pieces;
}

function compose(parts: Parts, limit: number): string {
  let last = 2;
  const next = (type: string) => {
    last += 1;
    return `$${last}::${type}`;
  };
  const conditions = [
    "e.tenant_id = $1 and e.environment = $2",
    ...(parts.after ? [`(e.created_at, e.id) < (${next("timestamptz")}, ${next("uuid")})`] : []),
  ];
  const filters: ColumnFilter[] = [
    ...(parts.scope ? [{ column: "scope", value: next("smallint") } as const] : []),
    ...(parts.category ? [{ column: "category_key", value: next("text") } as const] : []),
    ...(parts.group ? [{ column: "category_key", value: next("text"), is_group: true } as const] : []),
    ...(parts.department ? [{ column: "department_id", value: next("uuid") } as const] : []),
  ];
  if (isOneRange(parts)) {
    const month = parts.month ? [`e.ym = ${next("int")}`] : [];
    const until = parts.until ? [`${HIDDEN.transaction_date} <= ${next("timestamptz")}`] : [];
    const columns = filters.map(({ column, value }) => `e.${column} = ${value}`);
    const rows = [`not (${isClosing("e")})`, ...conditions, ...columns, ...month, ...until];
    return parts.is_patient ? walked([...rows, CURRENT], limit) : glanced(rows, limit);
  }
  const depth = parts.is_wide ? Math.ceil(limit / PROBE) : limit;
  const months = parts.months ? [monthsSource(filters, next)] : [];
  const pieces = parts.pieces ? pieceSources(filters, next, limit, depth) : { sources: [], choice: null };
  const keys = [...conditions, CURRENT, KEY_NOT_CLOSING];
  return merged([...months, ...pieces.sources], pieces.choice, keys, limit, parts.is_wide ? depth : null);
}

/** Rows beyond a page that are read with it: so many of them may be superseded, as few are. */
function spare(limit: number): number {
  return Math.max(13, Math.ceil(limit / 4));
}

/**
 * The first rows of one index range, and in one look which of them count no more: row by row, row-level security is evaluated
 * for each. The last column says whether the range has ended: where it has not, a page that is not full is to be read by `walked`.
 */
function glanced(conditions: readonly string[], limit: number): string {
  const count = limit + spare(limit);
  return `
    with near as materialized (
      select ${ENTRY_COLUMNS} from emission_entries e
      where ${conditions.join("\n        and ")}
      order by e.created_at desc, e.id desc limit ${count}
    ), gone as materialized (
      select s.supersedes_entry_id as id from emission_entries s
      where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = any(array(select id from near))
    )
    select near.*, (select 'yes' from near having count(*) < ${count}) as has_ended from near
    where near.id not in (select id from gone)
    order by near.created_at desc, near.id desc limit ${limit}`;
}

/** One index range in the list's order. */
function walked(conditions: readonly string[], limit: number): string {
  return `
    select ${ENTRY_COLUMNS} from emission_entries e
    where ${conditions.join("\n      and ")}
    order by e.created_at desc, e.id desc limit ${limit}`;
}

/**
 * Reads keys from each bucket that can hold a match, merges them and takes the rows of the page. Ordered by created_at
 * but filtered by the transaction date, one index walk would read and throw away up to every newer row of the tenant;
 * here each bucket is an index range of its own, in the list's order.
 *
 * With many buckets the page's end is found first: `probe` rows are read of each, and where a page of those ends, the
 * page cannot end later. Few buckets can hold more than that beyond this place, so that the number of rows read grows
 * with the probes, and not with a page per bucket.
 */
function merged(
  sources: readonly Source[],
  choice: string | null,
  conditions: readonly string[],
  limit: number,
  probe: number | null,
): string {
  const keys = (depth: number, bound: readonly string[]) =>
    sources
      .map(
        ({ from, where, filters, order }) => `
      select key.created_at, key.id from ${from}
      cross join lateral (
        select e.created_at, e.id from emission_entries e
        where ${[where, ...bound, ...conditions, ...filters].join("\n          and ")}
        order by ${order} limit ${depth}
      ) as key`,
      )
      .join("\n      union all");
  const end =
    probe === null
      ? null
      : `
    page_end as materialized (
      (select created_at, id from (${keys(probe, [])}) as probed order by ${ORDER} offset ${limit - 1} limit 1)
      union all select '-infinity', '00000000-0000-0000-0000-000000000000'
      order by ${ORDER} limit 1
    )`;
  // Bare values: row-level security lets nothing but plain comparisons choose the range of an index.
  const bound = "(e.created_at, e.id) >= ((select created_at from page_end), (select id from page_end))";
  const page = `
    page as materialized (
      select created_at, id from (${keys(limit, end === null ? [] : [bound])}) as merged
      order by ${ORDER} limit ${limit}
    )`;
  return `
    with ${[choice, end, page].filter((part) => part !== null).join(",")}
    select ${ENTRY_COLUMNS} from page
    join emission_entries e on e.tenant_id = $1 and e.environment = $2 and e.id = page.id
    order by page.created_at desc, page.id desc limit ${limit}`;
}

/** Current entries that end no other, as text (ENTRY_COLUMNS), newest first, from after a position; `limit` is at most PAGE_LIMIT_MAX + 1. */
export async function selectEntries(
  db: TenantQueries,
  filter: EntryFilter,
  after: readonly string[] | null,
  limit: number,
): Promise<TextRow[]> {
  const { scope, category_key, is_group, department_id } = filter;
  const rowLimit = ROW_LIMITS.find((candidate) => candidate >= limit) ?? 0;
  const family = ENTRIES.get(rowLimit);
  if (family === undefined) throw new Error(`no page of entries has ${limit} rows`);
  const usedFilters = {
    scope: scope !== null,
    category: category_key !== null && !is_group,
    group: category_key !== null && is_group,
    department: department_id !== null,
  };
  const dates = datesOf(filter, Object.values(usedFilters).includes(true));
  const parts = { after: after !== null, ...usedFilters, ...dates.parts };
  const parameters: SqlValue[] = [];
  if (after !== null) parameters.push(after[0] ?? null, after[1] ?? null);
  if (scope !== null) parameters.push(scope);
  if (category_key !== null) parameters.push(category_key);
  if (department_id !== null) parameters.push(department_id);
  parameters.push(...dates.parameters);
  const rows = await db.textRows(family({ ...parts, is_patient: false }), parameters);
  // Without a row nothing says whether the range has ended.
  const isCut = isOneRange(parts) && rows.length < limit && rows[0]?.at(-1) !== "yes";
  return (isCut ? await db.textRows(family({ ...parts, is_patient: true }), parameters) : rows).slice(0, limit);
}

interface Dates {
  readonly parts: Pick<Parts, "until" | "month" | "months" | "pieces" | "is_wide">;
  readonly parameters: readonly SqlValue[];
}

function datesOf({ period, until, is_group }: EntryFilter, is_filtered: boolean): Dates {
  const none = { until: false, month: false, months: false, pieces: false, is_wide: false };
  if (period === null && !is_filtered) {
    return { parts: { ...none, until: until !== null }, parameters: until === null ? [] : [until] };
  }
  const { whole_from_ym, whole_to_ym, days, edges, cuts } = period ?? periodParts({ from: null, to: until });
  const count = whole_to_ym - whole_from_ym + 1;
  if (cuts.length === 0 && count === 1 && !is_group)
    return { parts: { ...none, month: true }, parameters: [whole_from_ym] };
  // Without any piece the empty range of months says that nothing matches.
  const months = count > 0 || cuts.length === 0;
  const pieces = cuts.length > 0;
  const ends = (ranges: PeriodParts["edges"]) => [ranges.map((range) => range.from), ranges.map((range) => range.to)];
  return {
    parts: { ...none, months, pieces, is_wide: is_group || count + 2 * days.length + edges.length > NARROW },
    parameters: [
      ...(months ? [whole_from_ym, whole_to_ym] : []),
      ...(pieces ? [days, ...ends(edges)] : []),
      ...(pieces && is_filtered ? [cuts.map((cut) => cut.ym), ...ends(cuts)] : []),
    ],
  };
}
