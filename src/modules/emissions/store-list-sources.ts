/** An index range of emission_entries `e` per row of `from`, each read in the order of the list. */
export interface Source {
  readonly from: string;
  readonly where: string;
  /** How the filters are written for this source; see `hidden`. */
  readonly filters: readonly string[];
  readonly order: string;
}

/** Takes the next parameter and says what type it has. */
export type NextParameter = (type: string) => string;

/** Conditions of a list besides the date, each with the column that it compares. */
export interface ColumnFilter {
  readonly column: "scope" | "category_key" | "department_id";
  readonly value: string;
  /** The column's value or anything below it: categories are dotted paths. */
  readonly is_group?: true;
}

const LISTED = "e.created_at desc, e.id desc";
/** For ranges that are read whole and sorted: in a large ledger a plan would rather walk the list to find their rows. */
const SORTED = "(e.created_at + interval '0') desc, e.id desc";

/** Not the bare column: no plan may choose its index range by this condition, whatever the statistics say. */
export const HIDDEN = {
  scope: "e.scope + 0",
  category_key: "e.category_key || ''",
  department_id: "coalesce(e.department_id, null)",
  transaction_date: "e.transaction_date + interval '0'",
} as const;

/** For groups there is a bucket per value instead. */
function plain(filters: readonly ColumnFilter[]): string[] {
  return filters.filter(({ is_group }) => is_group !== true).map((filter) => matching(`e.${filter.column}`, filter));
}

function hidden(filters: readonly ColumnFilter[]): string[] {
  return filters.map((filter) => matching(`(${HIDDEN[filter.column]})`, filter));
}

function matching(column: string, { value, is_group }: ColumnFilter): string {
  const equal = `${column} = ${value}`;
  return is_group === true ? `(${equal} or starts_with(${column}, ${value} || '.'))` : equal;
}

/**
 * Whole months need no condition on the date; the index of a filter goes on with the month. Open ends are closed by the
 * tenant's first and last month. Of a group the sums know which categories have entries in which months.
 */
export function monthsSource(filters: readonly ColumnFilter[], next: NextParameter): Source {
  const [from, to] = [next("int"), next("int")];
  const group = filters.find(({ is_group }) => is_group === true);
  if (group !== undefined) {
    return {
      from: `(
        select distinct ym, category_key from emission_rollups
        where tenant_id = $1 and environment = $2 and ym between ${from} and ${to} and ${matching("category_key", group)}
      ) as bucket`,
      where: "e.ym = bucket.ym and e.category_key = bucket.category_key",
      filters: plain(filters),
      order: LISTED,
    };
  }
  const edge = (aggregate: "min" | "max") =>
    `(select ${aggregate}(ym) from emission_entries where tenant_id = $1 and environment = $2)`;
  return {
    from: `generate_series(greatest(${from}, ${edge("min")}), least(${to}, ${edge("max")})) as bucket (ym)`,
    where: "e.ym = bucket.ym",
    filters: plain(filters),
    order: LISTED,
  };
}

/** An array of buckets, or nothing when they are read the other way: no bucket is entered then. */
type Gate = (array: string) => string;

/** What a period takes of the months that it cuts. */
export interface PieceSources {
  readonly sources: readonly Source[];
  /** A common table expression that the sources read, null when they need none. */
  readonly choice: string | null;
}

/**
 * By day: the index of dates keeps the list's order within one moment, and nearly every date is a midnight. What else a
 * day holds is read and sorted, and so are parts of days.
 *
 * With a filter there are two ways: its own index has the month but not the day, so that reading the month costs up to
 * `matching` rows; the index of dates has the day but not the filter, so that finding a place costs `total / matching`
 * rows. The sums know both numbers, and the cheaper way is taken: `depth` places in each bucket, a page in the fullest.
 */
export function pieceSources(
  filters: readonly ColumnFilter[],
  next: NextParameter,
  limit: number,
  depth: number,
): PieceSources {
  const days = next("timestamptz[]");
  const [edgeFrom, edgeTo] = [next("timestamptz[]"), next("timestamptz[]")];
  const byDay = (when: Gate): Source[] => [
    {
      from: `unnest(${when(`${days} || ${edgeFrom}`)}) as bucket (moment)`,
      where: "e.transaction_date = bucket.moment",
      filters: hidden(filters),
      order: LISTED,
    },
    {
      from: `(
        select day + interval '1 microsecond' as from_at, day + interval '1 day -1 microsecond' as to_at
        from unnest(${when(days)}) as whole (day)
        union all
        select from_at + interval '1 microsecond', to_at from unnest(${when(edgeFrom)}, ${when(edgeTo)}) as edge (from_at, to_at)
      ) as bucket`,
      where: "e.transaction_date between bucket.from_at and bucket.to_at",
      filters: hidden(filters),
      order: SORTED,
    },
  ];
  if (filters.length === 0) return { sources: byDay((array) => array), choice: null };
  const [ym, from, to] = [next("int[]"), next("timestamptz[]"), next("timestamptz[]")];
  const matches = filters.map((filter) => matching(filter.column, filter)).join(" and ");
  const group = filters.find(({ is_group }) => is_group === true);
  const byMonth: Gate = (array) => `case when (select by_month from choice) then ${array} end`;
  const months = `unnest(${byMonth(ym)}, ${byMonth(from)}, ${byMonth(to)})`;
  const inGroup =
    group === undefined
      ? null
      : `(
        select distinct cut.ym, cut.from_at, cut.to_at, r.category_key from ${months} as cut (ym, from_at, to_at)
        join emission_rollups r on r.tenant_id = $1 and r.environment = $2 and r.ym = cut.ym
          and ${matching("r.category_key", group)}
      ) as bucket`;
  return {
    choice: `
    choice as materialized (
      select coalesce(matching * matching <= total * (${depth} * (2 * cardinality(${days}) + 2) + ${limit}), true)
        as by_month
      from (
        select sum(entry_count) as total, coalesce(sum(entry_count) filter (where ${matches}), 0) as matching
        from emission_rollups where tenant_id = $1 and environment = $2 and ym = any(${ym})
      ) as counted
    )`,
    sources: [
      {
        from: inGroup ?? `${months} as bucket (ym, from_at, to_at)`,
        where:
          `e.ym = bucket.ym and (${HIDDEN.transaction_date}) between bucket.from_at and bucket.to_at` +
          (inGroup === null ? "" : " and e.category_key = bucket.category_key"),
        filters: plain(filters),
        order: LISTED,
      },
      ...byDay((array) => `case when not (select by_month from choice) then ${array} end`),
    ],
  };
}
