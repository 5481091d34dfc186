import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { NewEntry } from "./new-entries.ts";
import type { EntryFigures, RollupDelta } from "./rollup-deltas.ts";

const FIGURES = statement(`
  select transaction_date, scope, scope3_category, category_key, department_id, market_based_kg, location_based_kg,
    biogenic_co2_kg, calculation_method, data_quality_score
  from emission_entries
  where tenant_id = $1 and environment = $2 and id = any($3::uuid[])
  order by id limit 10000`);

const UPSERT_ROLLUPS = statement(`
  insert into emission_rollups as r (tenant_id, environment, ym, scope, scope3_category, category_key, department_id,
    market_based_kg, location_based_kg, biogenic_co2_kg, weight_kg, spend_based_kg, primary_kg, quality_weighted_kg,
    entry_count)
  select $1::uuid, $2::text, ym, scope, scope3_category, category_key, department_id, market_based_kg,
    location_based_kg, biogenic_co2_kg, weight_kg, spend_based_kg, primary_kg, quality_weighted_kg, entry_count
  from json_populate_recordset(null::emission_rollups, $3::json)
  on conflict (tenant_id, environment, ym, scope, scope3_category, category_key, department_id) do update set
    market_based_kg = r.market_based_kg + excluded.market_based_kg,
    location_based_kg = r.location_based_kg + excluded.location_based_kg,
    biogenic_co2_kg = r.biogenic_co2_kg + excluded.biogenic_co2_kg,
    weight_kg = r.weight_kg + excluded.weight_kg,
    spend_based_kg = r.spend_based_kg + excluded.spend_based_kg,
    primary_kg = r.primary_kg + excluded.primary_kg,
    quality_weighted_kg = r.quality_weighted_kg + excluded.quality_weighted_kg,
    entry_count = r.entry_count + excluded.entry_count`);

const CURRENT_OF_SPLIT = statement(`
  select e.id, e.activity_id, e.activity_split_id, e.companion_of_entry_id, e.supersedes_entry_id, e.department_id,
    e.transaction_date, e.scope, e.scope3_category, e.category_key, e.market_based_kg, e.location_based_kg, e.co2_kg,
    e.ch4_kg_co2e, e.n2o_kg_co2e, e.biogenic_co2_kg, e.calculation_method, e.data_quality_score,
    e.market_based_fallback, e.emission_factor_id, e.factor, e.formula, e.inputs, e.conversions, e.gwp_set,
    e.engine_version, e.calculated_at
  from emission_entries e
  where e.tenant_id = $1 and e.environment = $2 and e.activity_split_id = $3
    and not exists (select from emission_entries s
      where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)
  order by e.created_at, e.id limit 1000`);

export async function selectFigures(db: TenantQueries, ids: readonly string[]): Promise<EntryFigures[]> {
  return ids.length === 0 ? [] : await db.rows<EntryFigures>(FIGURES, [ids]);
}

export async function upsertRollups(tx: TenantTransaction, deltas: readonly RollupDelta[]): Promise<void> {
  if (deltas.length > 0) await tx.rows(UPSERT_ROLLUPS, [JSON.stringify(deltas)]);
}

/** The entries of a split that nothing supersedes, oldest first. */
export async function selectCurrentEntries(db: TenantQueries, splitId: string): Promise<NewEntry[]> {
  return await db.rows<NewEntry>(CURRENT_OF_SPLIT, [splitId]);
}
