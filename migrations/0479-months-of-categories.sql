-- Sums by category read a row per month, category and department: thousands, of which only those of a department are wanted one
-- by one. One more resolution of emission_subtotals:
--   category_month  scope, scope 3 category and category by UTC month, of all departments
alter table emission_subtotals
  drop constraint emission_subtotals_resolution_check,
  add constraint emission_subtotals_resolution_check
    check (resolution in ('month', 'day', 'category_day', 'category_month'));

-- A ledger that is there already: nothing may be added to it between the reading and the end of this migration.
lock table emission_entries in share mode;
insert into emission_subtotals (tenant_id, environment, resolution, department_id, starts_on, scope, scope3_category,
  category_key, market_based_kg, location_based_kg, biogenic_co2_kg, weight_kg, spend_based_kg, primary_kg,
  quality_weighted_kg, product_kg, stated_kg, market_based_fallback_kg, life_cycle_kg, spend_region_substituted_kg,
  entry_count, closing_count)
select tenant_id, environment, 'category_month', '00000000-0000-0000-0000-000000000000',
  make_date(ym / 12, ym % 12 + 1, 1), scope, scope3_category, category_key, sum(market_based_kg), sum(location_based_kg),
  sum(biogenic_co2_kg), sum(weight_kg), sum(spend_based_kg), sum(primary_kg), sum(quality_weighted_kg), sum(product_kg),
  sum(stated_kg), sum(market_based_fallback_kg), sum(life_cycle_kg), sum(spend_region_substituted_kg), sum(entry_count),
  sum(closing_count)
from emission_rollups
group by tenant_id, environment, ym, scope, scope3_category, category_key;
