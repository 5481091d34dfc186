import type { TenantTransaction } from "../../core/context.ts";
import { CALCULATION_METHODS, type CalculationMethod } from "../../core/ghg.ts";
import { statement } from "../../core/statement.ts";
import type { NewEntry } from "./new-entries.ts";
import {
  BASIS,
  DISTANT,
  IS_DISTANT,
  IS_FALLBACK,
  IS_LIFE_CYCLE,
  IS_SUBSTITUTED,
  MULTIPLIED,
  SUBSTITUTED,
} from "./entry-basis.ts";

/** They rest on secondary data throughout (GHG Protocol Scope 3 Calculation Guidance, table of methods per category). */
const SECONDARY_METHODS: readonly CalculationMethod[] = ["average_data", "spend_based"];

/** The methods that use data of the activity itself. */
const PRIMARY_METHODS = CALCULATION_METHODS.filter((method) => !SECONDARY_METHODS.includes(method));

/** Stands for "no department" in the key of emission_rollups and for "all of them" in that of emission_subtotals. */
export const ZERO_DEPARTMENT_ID = "00000000-0000-0000-0000-000000000000";
export const ZERO_DEPARTMENT = `'${ZERO_DEPARTMENT_ID}'::uuid`;

/** The columns that hold sums, of both tables. */
export const SUM_COLUMNS: readonly string[] = [
  "market_based_kg",
  "location_based_kg",
  "biogenic_co2_kg",
  "weight_kg",
  "spend_based_kg",
  "primary_kg",
  "quality_weighted_kg",
  "product_kg",
  "stated_kg",
  "market_based_fallback_kg",
  "life_cycle_kg",
  "spend_region_substituted_kg",
  "factor_year_distant_kg",
  "entry_count",
  "closing_count",
];

/** Each of SUM_COLUMNS added up. */
export const SUMS = SUM_COLUMNS.map((column) => `sum(${column})${typeOf(column)} as ${column}`).join(", ");

const PRIMARY = PRIMARY_METHODS.map((method) => `'${method}'`).join(", ");

/** Market-based kg of an entry `e` that rest on the average of the grid: all of it, unless it was allocated in part. */
export const FALLBACK_KG = "coalesce((e.inputs ->> 'market_based_fallback_kg')::numeric, e.market_based_kg)";

/** Of an entry: it only ends an earlier one with 0 kg, which is no data. No list has it and no count; its id answers. */
export const isClosing = (entry: string): string => `${entry}.inputs ? 'superseded_entry_id'`;

/**
 * What an entry `e` adds to each of SUM_COLUMNS. Those from weight_kg to stated_kg weigh by |market_based_kg|.
 * product_kg: the footprint of the supplier's product was multiplied. stated_kg: nothing was, the emissions themselves were
 * told. What neither of them nor spend_based_kg holds of the weight was a quantity times a factor. life_cycle_kg is
 * location-based; the fallback is the grid's average in place of a residual mix or contract (GHG Protocol Scope 2 Guidance,
 * ch. 6). spend_region_substituted_kg: money times a factor of another country than the seller's. factor_year_distant_kg: times a
 * factor of a distant year. closing_count: entries of 0 kg that end an earlier one, which tell of no emission.
 */
export const FIGURES = `
      e.market_based_kg, e.location_based_kg, e.biogenic_co2_kg, abs(e.market_based_kg) as weight_kg,
      case when e.calculation_method = 'spend_based' then abs(e.market_based_kg) else 0 end as spend_based_kg,
      case when e.calculation_method in (${PRIMARY}) then abs(e.market_based_kg) else 0 end as primary_kg,
      abs(e.market_based_kg) * e.data_quality_score as quality_weighted_kg,
      case when (${BASIS}) = 'product' then abs(e.market_based_kg) else 0 end as product_kg,
      case when (${BASIS}) = 'stated' then abs(e.market_based_kg) else 0 end as stated_kg,
      case when ${IS_FALLBACK} then ${FALLBACK_KG} else 0 end as market_based_fallback_kg,
      case when ${IS_LIFE_CYCLE} then e.location_based_kg else 0 end as life_cycle_kg,
      case when ${IS_SUBSTITUTED} then e.market_based_kg else 0 end as spend_region_substituted_kg,
      case when ${IS_DISTANT} then e.market_based_kg else 0 end as factor_year_distant_kg,
      1 as entry_count, case when ${isClosing("e")} then 1 else 0 end as closing_count`;

/** Where an entry `e` counts: its UTC month and day, and the keys that have no nulls. */
export const DIMENSIONS = `
      date_trunc('month', e.transaction_date at time zone 'UTC')::date as month,
      (e.transaction_date at time zone 'UTC')::date as day, e.scope,
      coalesce(e.scope3_category, 0)::smallint as scope3_category, e.category_key,
      coalesce(e.department_id, ${ZERO_DEPARTMENT}) as department_id`;

const BESIDE_MONTH = "scope, scope3_category, category_key, department_id";
const ROLLUP_KEY = `ym, ${BESIDE_MONTH}`;
/** What a row of emission_rollups is the sum of, in terms of DIMENSIONS. */
export const ROLLUP_DIMENSIONS = `month, ${BESIDE_MONTH}`;
const YM = "(extract(year from month) * 12 + extract(month from month) - 1)::int";
export const SUBTOTAL_KEY = "resolution, department_id, starts_on, scope, scope3_category, category_key";
const LEVEL_KEY = "level.resolution, level.department_id, level.starts_on, scope, scope3_category, level.category_key";

/** The rows of emission_subtotals that a row of DIMENSIONS counts in: four of all departments, two of its own. */
const LEVELS = `
      ('month', ${ZERO_DEPARTMENT}, month, ''), ('day', ${ZERO_DEPARTMENT}, day, ''),
      ('category_day', ${ZERO_DEPARTMENT}, day, category_key), ('category_month', ${ZERO_DEPARTMENT}, month, category_key),
      ('month', nullif(department_id, ${ZERO_DEPARTMENT}), month, ''),
      ('day', nullif(department_id, ${ZERO_DEPARTMENT}), day, '')`;

/** Rows of DIMENSIONS and sums, added up as emission_subtotals keeps them; `sums` are aggregates named like SUM_COLUMNS. */
export function subtotalsOf(rows: string, sums: string, bound = ""): string {
  return `
    select ${bound} ${LEVEL_KEY}, ${sums}
    from ${rows} cross join lateral (values ${LEVELS}) as level (resolution, department_id, starts_on, category_key)
    where level.department_id is not null
    group by ${LEVEL_KEY}`;
}

const MOVED_SUMS = SUM_COLUMNS.map((column) => `sum(sign * ${column}) as ${column}`).join(", ");
const RAISED = SUM_COLUMNS.map((column) => `${column} = r.${column} + excluded.${column}`).join(", ");

/** What sums depend on of an entry; kg CO2e as decimal text. */
const FIGURE_TYPES = {
  transaction_date: "timestamptz",
  scope: "smallint",
  scope3_category: "smallint",
  category_key: "text",
  department_id: "uuid",
  market_based_kg: "numeric",
  location_based_kg: "numeric",
  biogenic_co2_kg: "numeric",
  calculation_method: "text",
  data_quality_score: "smallint",
  market_based_fallback: "boolean",
  factor: "jsonb",
  inputs: "jsonb",
} as const;

type FigureName = keyof typeof FIGURE_TYPES;

const FIGURE_NAMES = Object.keys(FIGURE_TYPES) as FigureName[];

/** Of factor and inputs, the members that FIGURES reads. */
const SENT_MEMBERS = [
  ...FIGURE_NAMES,
  "boundary",
  "superseded_entry_id",
  "market_based_fallback_kg",
  SUBSTITUTED,
  DISTANT,
  ...MULTIPLIED,
];

const ADDED = `
    select ${FIGURE_NAMES.join(", ")}, 1 as sign
    from json_to_recordset($3::json) as entry (${FIGURE_NAMES.map((name) => `${name} ${FIGURE_TYPES[name]}`).join(", ")})`;

const SUPERSEDED = `
    select ${FIGURE_NAMES.join(", ")}, -1 as sign
    from emission_entries where tenant_id = $1 and environment = $2 and id = any($4::uuid[])`;

/** Rows are changed in the order of the key, so that two transactions would lock them in the same order. */
function moveText(entries: string): string {
  return `
  with moved as materialized (select ${DIMENSIONS}, ${FIGURES}, e.sign from (${entries}) as e),
  monthly as (
    insert into emission_rollups as r (tenant_id, environment, ${ROLLUP_KEY}, ${SUM_COLUMNS.join(", ")})
    select $1::uuid, $2::text, ${YM}, ${BESIDE_MONTH}, ${MOVED_SUMS}
    from moved group by ${ROLLUP_DIMENSIONS} order by ${ROLLUP_DIMENSIONS}
    on conflict (tenant_id, environment, ${ROLLUP_KEY}) do update set ${RAISED}
  ), other as (
    insert into emission_subtotals as r (tenant_id, environment, ${SUBTOTAL_KEY}, ${SUM_COLUMNS.join(", ")})
    ${subtotalsOf("moved", MOVED_SUMS, "$1::uuid, $2::text,")} order by ${LEVEL_KEY}
    on conflict (tenant_id, environment, ${SUBTOTAL_KEY}) do update set ${RAISED}
  )
  select count(*)::int as entries from moved order by 1 limit 1`;
}

// What is added is given and not read back: a plan made while the ledger was empty would read all of it to find a few.
const ADD = statement(moveText(ADDED));
const REPLACE = statement(moveText(`${ADDED} union all ${SUPERSEDED}`));

/**
 * Moves all sums when the entries `added` become current and those `superseded` (ids) stop being so, in one statement.
 * @throws Error when a superseded entry does not exist.
 */
export async function moveSums(
  tx: TenantTransaction,
  added: readonly Pick<NewEntry, FigureName>[],
  superseded: readonly string[],
): Promise<void> {
  const figures = JSON.stringify(added, SENT_MEMBERS);
  const sent =
    superseded.length === 0
      ? tx.rows<{ entries: number }>(ADD, [figures])
      : tx.rows<{ entries: number }>(REPLACE, [figures, superseded]);
  const [moved] = await sent;
  if (moved?.entries !== added.length + superseded.length) throw new Error("an entry supersedes an unknown entry");
}

/** Sums of bigint are numeric unless told. */
function typeOf(column: string): string {
  return column.endsWith("_count") ? "::bigint" : "";
}
