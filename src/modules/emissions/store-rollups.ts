import type { TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/**
 * Methods that use data of the activity itself. The other two, average_data and spend_based, rest on secondary data
 * throughout (GHG Protocol Scope 3 Calculation Guidance, table of methods per category).
 */
const PRIMARY_METHODS: readonly string[] = [
  "direct_measurement",
  "supplier_specific",
  "hybrid",
  "fuel_based",
  "distance_based",
  "site_specific",
  "waste_type_specific",
];

/** Stands for "no department" in the key of emission_rollups and for "all of them" in that of emission_subtotals. */
export const ZERO_DEPARTMENT = "'00000000-0000-0000-0000-000000000000'::uuid";

/** The columns that hold sums, of both tables. */
export const SUM_COLUMNS: readonly string[] = [
  "market_based_kg",
  "location_based_kg",
  "biogenic_co2_kg",
  "weight_kg",
  "spend_based_kg",
  "primary_kg",
  "quality_weighted_kg",
  "entry_count",
];

/** Each of SUM_COLUMNS added up. */
export const SUMS = SUM_COLUMNS.map((column) => `sum(${column})${typeOf(column)} as ${column}`).join(", ");

const PRIMARY = PRIMARY_METHODS.map((method) => `'${method}'`).join(", ");

/** What an entry `e` adds to each of SUM_COLUMNS. The four from weight_kg on weigh by |market_based_kg|. */
export const FIGURES = `
      e.market_based_kg, e.location_based_kg, e.biogenic_co2_kg, abs(e.market_based_kg) as weight_kg,
      case when e.calculation_method = 'spend_based' then abs(e.market_based_kg) else 0 end as spend_based_kg,
      case when e.calculation_method in (${PRIMARY}) then abs(e.market_based_kg) else 0 end as primary_kg,
      abs(e.market_based_kg) * e.data_quality_score as quality_weighted_kg, 1 as entry_count`;

/** Where an entry `e` counts: its UTC month and day, and the keys that have no nulls. */
export const PLACE = `
      e.ym, date_trunc('month', e.transaction_date at time zone 'UTC')::date as month,
      (e.transaction_date at time zone 'UTC')::date as day, e.scope,
      coalesce(e.scope3_category, 0)::smallint as scope3_category, e.category_key,
      coalesce(e.department_id, ${ZERO_DEPARTMENT}) as department_id`;

export const ROLLUP_KEY = "ym, scope, scope3_category, category_key, department_id";
export const SUBTOTAL_KEY = "resolution, department_id, starts_on, scope, scope3_category, category_key";

/** Rows of PLACE and sums, added up as emission_subtotals keeps them; `sums` are aggregates named like SUM_COLUMNS. */
export function subtotalsOf(rows: string, sums: string, bound = ""): string {
  return `
    select ${bound}
      case when grouping(day) = 1 then 'month' when grouping(category_key) = 1 then 'day' else 'category_day' end
        as resolution,
      coalesce(department_id, ${ZERO_DEPARTMENT}) as department_id, coalesce(day, month) as starts_on, scope,
      scope3_category, coalesce(category_key, '') as category_key, ${sums}
    from ${rows}
    group by scope, scope3_category,
      grouping sets ((month), (month, department_id), (day), (day, department_id), (day, category_key))
    having grouping(department_id) = 1 or department_id <> ${ZERO_DEPARTMENT}`;
}

const MOVED_SUMS = SUM_COLUMNS.map((column) => `sum(sign * ${column}) as ${column}`).join(", ");
const ADDED = SUM_COLUMNS.map((column) => `${column} = r.${column} + excluded.${column}`).join(", ");

// From the rows as the ledger holds them, so that sums cannot differ from what was written. Rows are changed in the
// order of the key, so that two transactions would lock them in the same order.
const MOVE = statement(`
  with moved as materialized (
    select ${PLACE}, ${FIGURES}, case when e.id = any($4::uuid[]) then -1 else 1 end as sign
    from emission_entries e
    where e.tenant_id = $1 and e.environment = $2 and e.id = any($3::uuid[] || $4::uuid[])
  ), monthly as (
    insert into emission_rollups as r (tenant_id, environment, ${ROLLUP_KEY}, ${SUM_COLUMNS.join(", ")})
    select $1::uuid, $2::text, ${ROLLUP_KEY}, ${MOVED_SUMS} from moved group by ${ROLLUP_KEY} order by ${ROLLUP_KEY}
    on conflict (tenant_id, environment, ${ROLLUP_KEY}) do update set ${ADDED}
  ), other as (
    insert into emission_subtotals as r (tenant_id, environment, ${SUBTOTAL_KEY}, ${SUM_COLUMNS.join(", ")})
    ${subtotalsOf("moved", MOVED_SUMS, "$1::uuid, $2::text,")} order by ${SUBTOTAL_KEY}
    on conflict (tenant_id, environment, ${SUBTOTAL_KEY}) do update set ${ADDED}
  )
  select count(*)::int as entries from moved order by 1 limit 1`);

/**
 * Moves all sums when the entries `added` become current and those `superseded` stop being so, in one statement. The
 * transaction has written the entries already, or sends them before this.
 * @throws Error when one of the entries does not exist.
 */
export async function moveSums(
  tx: TenantTransaction,
  added: readonly string[],
  superseded: readonly string[],
): Promise<void> {
  const [moved] = await tx.rows<{ entries: number }>(MOVE, [added, superseded]);
  if (moved?.entries !== added.length + superseded.length) throw new Error("an entry supersedes an unknown entry");
}

/** Sums of bigint are numeric unless told. */
function typeOf(column: string): string {
  return column === "entry_count" ? "::bigint" : "";
}
