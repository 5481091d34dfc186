import type { TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { FrozenFactor } from "./calculation.ts";
import { ALLOCATED_HEAT } from "./degree-days.ts";
import { IS_FALLBACK } from "./entry-basis.ts";
import { FALLBACK_KG } from "./store-rollups.ts";

/** First and last month of a year, both included, as `ym`. */
interface Months {
  readonly from_ym: number;
  readonly to_ym: number;
}

/** Sums of a year by scope and scope 3 category, kg CO2e as decimal text. */
export interface ScopeFacts {
  readonly scope: number;
  readonly scope3_category: number | null;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
  readonly biogenic_co2_kg: string;
  readonly weight_kg: string;
  readonly quality_weighted_kg: string;
  readonly primary_kg: string;
  readonly spend_based_kg: string;
  readonly entry_count: number;
}

/** Current entries of a year that agree in how they were calculated, added up; decimals as text. */
export interface EntryKind {
  readonly scope: number;
  readonly calculation_method: string;
  readonly emission_factor_id: string;
  readonly market_based_fallback: boolean;
  readonly market_based_kg: string;
  /** The sum without signs. */
  readonly weight_kg: string;
  /** What of the market-based sum rests on the average of a grid. */
  readonly fallback_kg: string;
  readonly entry_count: number;
  readonly biogenic_entry_count: number;
  /** One of the entries. */
  readonly sample_id: string;
}

/** A factor version as entries froze it, without what no report tells. */
export type FactorCopy = Omit<FrozenFactor, "boundary">;

/**
 * What was measured of energy, water, waste and materials: quantities as decimal text. Without a unit it is the entries that
 * were calculated from money alone.
 */
export interface MeasuredFacts {
  readonly scope: number;
  readonly category_key: string;
  readonly unit: string | null;
  readonly quantity: string | null;
  readonly market_based_kg: string;
  /** Tells a blend of fossil and biogenic fuel. Absent: frozen before blends were told apart. */
  readonly biogenic_co2_kg?: string;
  /** Of electricity in kWh: what instruments of renewable generation cover. Absent: frozen before it was told. */
  readonly renewable_kwh?: string;
  readonly entry_count: number;
}

/** Directive (EU) 2018/2001, art. 2(1); generation in an instrument's words. */
const RENEWABLE = `array[${["wind", "solar", "hydro", "geothermal", "biomass", "biogas", "renewable_mix"].map((name) => `'${name}'`).join(", ")}]`;

const YEAR = "ym between $3::int and $4::int";

const CURRENT = `
  from emission_entries e
  where e.tenant_id = $1 and e.environment = $2 and e.${YEAR}
    and not exists (select from emission_entries s
      where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)`;

const SCOPE_SUMS = statement(`
  select scope, nullif(scope3_category, 0) as scope3_category, sum(market_based_kg) as market_based_kg,
    sum(location_based_kg) as location_based_kg, sum(biogenic_co2_kg) as biogenic_co2_kg, sum(weight_kg) as weight_kg,
    sum(quality_weighted_kg) as quality_weighted_kg, sum(primary_kg) as primary_kg,
    sum(spend_based_kg) as spend_based_kg, sum(entry_count)::bigint as entry_count
  from emission_rollups
  where tenant_id = $1 and environment = $2 and ${YEAR} and entry_count > closing_count
  group by 1, 2
  order by 1, 2 limit 20`);

/** Far more kinds of entries than a year has. One that had more would be told in part, so it is refused. */
const KINDS_MAX = 20_000;

// Sorted by what is not grouped by: the groups are few, the entries are not, and these are never sorted.
const KINDS = statement(`
  select e.scope, e.calculation_method, e.emission_factor_id, e.market_based_fallback,
    sum(e.market_based_kg) as market_based_kg, count(*) as entry_count, min(e.id::text) as sample_id,
    sum(abs(e.market_based_kg)) as weight_kg, sum(case when ${IS_FALLBACK} then ${FALLBACK_KG} else 0 end) as fallback_kg,
    count(*) filter (where e.biogenic_co2_kg <> 0) as biogenic_entry_count ${CURRENT}
  group by 1, 2, 3, 4
  order by 6, 5, 7 limit ${KINDS_MAX}`);

const MEASURED = statement(`
  select e.scope, e.category_key, e.inputs->>'unit' as unit, sum((e.inputs->>'quantity')::numeric) as quantity,
    sum(e.market_based_kg) as market_based_kg, count(*) as entry_count,
    coalesce(sum(e.biogenic_co2_kg), 0) as biogenic_co2_kg,
    sum(coalesce((select sum((p.part ->> 'kwh')::numeric) from jsonb_array_elements(e.inputs -> 'market') as p (part)
      where p.part ->> 'technology' = any (${RENEWABLE})), 0)) as renewable_kwh ${CURRENT}
    and (e.scope in (1, 2) or e.category_key like 'purchases.water.%' or e.category_key like 'purchases.materials.%'
      or e.category_key like 'waste.operations.%')
  group by 1, 2, 3
  order by 6, 5, 4 limit ${KINDS_MAX}`);

// Entries of one factor version carry the same frozen copy: one entry stands for all.
const FACTORS = statement(`
  select f.emission_factor_id as id, f.factor->>'key' as key, f.factor->>'name_en' as name_en,
    f.factor->>'value' as value, f.factor->>'unit' as unit, f.factor->>'region' as region,
    (f.factor->>'year')::int as year, f.factor->>'source' as source, f.factor->>'source_url' as source_url,
    f.factor->>'licence' as licence, f.factor->>'gwp_set' as gwp_set, f.factor->>'content_hash' as content_hash,
    f.factor->>'confidence' as confidence, f.factor->>'read_in' as read_in
  from emission_entries f
  where f.tenant_id = $1 and f.environment = $2 and f.id = any ($3::uuid[])
  order by 2, 1 limit ${KINDS_MAX}`);

const MONTHS = statement(`
  select count(distinct ym) as months from emission_rollups
  where tenant_id = $1 and environment = $2 and ${YEAR} and entry_count > closing_count order by 1 limit 1`);

/** Sums of the months by scope and scope 3 category. */
export async function selectScopeSums(tx: TenantTransaction, { from_ym, to_ym }: Months): Promise<ScopeFacts[]> {
  return await tx.rows<ScopeFacts>(SCOPE_SUMS, [from_ym, to_ym]);
}

/** The current entries of the months by how they were calculated. @throws Error when there are too many kinds to tell apart */
export async function selectEntryKinds(tx: TenantTransaction, { from_ym, to_ym }: Months): Promise<EntryKind[]> {
  return complete(await tx.rows<EntryKind>(KINDS, [from_ym, to_ym]));
}

/** What the current entries of the months measured. @throws Error when there are too many kinds to tell apart */
export async function selectMeasured(tx: TenantTransaction, { from_ym, to_ym }: Months): Promise<MeasuredFacts[]> {
  return complete(await tx.rows<MeasuredFacts>(MEASURED, [from_ym, to_ym]));
}

function complete<Row>(kinds: Row[]): Row[] {
  if (kinds.length === KINDS_MAX) throw new Error("the year has too many kinds of entries for a report");
  return kinds;
}

type CopyRow = Omit<FactorCopy, "confidence" | "read_in"> & {
  readonly confidence: "transcribed" | null;
  readonly read_in: string | null;
};

/** One copy of each factor version, by key. */
export async function selectFactorCopies(tx: TenantTransaction, kinds: readonly EntryKind[]): Promise<FactorCopy[]> {
  const samples = new Map(kinds.map(({ emission_factor_id, sample_id }) => [emission_factor_id, sample_id]));
  const rows = await tx.rows<CopyRow>(FACTORS, [[...samples.values()]]);
  return rows.map(({ confidence, read_in, ...copy }) =>
    confidence === null || read_in === null ? copy : { ...copy, confidence, read_in },
  );
}

/** How many of the months have entries that count. */
export async function countMonthsWithData(tx: TenantTransaction, { from_ym, to_ym }: Months): Promise<number> {
  const [counted] = await tx.rows<{ months: number }>(MONTHS, [from_ym, to_ym]);
  return counted?.months ?? 0;
}

/** How district heating of a year was allocated by degree days, as the company stated it. */
export interface HeatAllocationFacts {
  readonly source: string;
  /** Percent that was allocated by days; decimal text. */
  readonly independent_percent: string;
  readonly entry_count: number;
}

/** A company states its source anew now and then; more in one year are not told. */
const HEAT_ALLOCATIONS_MAX = 10;

const HEAT_ALLOCATIONS = statement(`
  select e.inputs -> 'allocation' ->> 'source' as source, e.inputs -> 'allocation' ->> 'independent_percent' as independent_percent,
    count(*) as entry_count
  ${CURRENT} and e.category_key = '${ALLOCATED_HEAT}' and e.inputs -> 'allocation' ->> 'by' = 'degree_days'
  group by 1, 2 order by 3 desc, 1, 2 limit ${HEAT_ALLOCATIONS_MAX}`);

export async function selectHeatAllocations(
  tx: TenantTransaction,
  { from_ym, to_ym }: Months,
): Promise<HeatAllocationFacts[]> {
  return await tx.rows<HeatAllocationFacts>(HEAT_ALLOCATIONS, [from_ym, to_ym]);
}
