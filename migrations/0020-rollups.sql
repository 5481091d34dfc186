-- Coarser and finer sums beside emission_rollups, so that what a summary reads depends neither on the number of entries
-- nor on the number of departments. Written in the transaction that writes the entries. The resolutions:
--   month         scope and scope 3 category, of all departments and of each
--   day           the same by UTC day, for periods that cut a month
--   category_day  scope, scope 3 category and category by UTC day, of all departments
-- starts_on is the first day of the month, or the day. The zero department stands for all of them, the empty category for
-- all of them, scope3_category 0 for none. The columns of sums are those of emission_rollups.
create table emission_subtotals (
  tenant_id uuid not null,
  environment text not null,
  resolution text not null check (resolution in ('month', 'day', 'category_day')),
  department_id uuid not null,
  starts_on date not null,
  scope smallint not null,
  scope3_category smallint not null,
  category_key text not null,
  market_based_kg numeric not null,
  location_based_kg numeric not null,
  biogenic_co2_kg numeric not null,
  weight_kg numeric not null,
  spend_based_kg numeric not null,
  primary_kg numeric not null,
  quality_weighted_kg numeric not null,
  entry_count bigint not null,
  primary key (tenant_id, environment, resolution, department_id, starts_on, scope, scope3_category, category_key)
) with (fillfactor = 80);
select protect_tenant_table('emission_subtotals');
grant select, insert, update on emission_subtotals to carbon_app;

-- A ledger that is there already: nothing may be added to it between the reading and the end of this migration.
lock table emission_entries in share mode;
insert into emission_subtotals (tenant_id, environment, resolution, department_id, starts_on, scope, scope3_category,
  category_key, market_based_kg, location_based_kg, biogenic_co2_kg, weight_kg, spend_based_kg, primary_kg,
  quality_weighted_kg, entry_count)
select tenant_id, environment,
  case when grouping(day) = 1 then 'month' when grouping(category_key) = 1 then 'day' else 'category_day' end,
  coalesce(department_id, '00000000-0000-0000-0000-000000000000'), coalesce(day, month), scope, scope3_category,
  coalesce(category_key, ''), sum(market_based_kg), sum(location_based_kg), sum(biogenic_co2_kg), sum(weight_kg),
  sum(spend_based_kg), sum(primary_kg), sum(quality_weighted_kg), sum(entry_count)
from (
  select e.tenant_id, e.environment, (e.transaction_date at time zone 'UTC')::date as day,
    date_trunc('month', e.transaction_date at time zone 'UTC')::date as month, e.scope,
    coalesce(e.scope3_category, 0) as scope3_category, e.category_key,
    coalesce(e.department_id, '00000000-0000-0000-0000-000000000000') as department_id,
    sum(e.market_based_kg) as market_based_kg, sum(e.location_based_kg) as location_based_kg, sum(e.biogenic_co2_kg) as biogenic_co2_kg,
    sum(abs(e.market_based_kg)) as weight_kg,
    coalesce(sum(abs(e.market_based_kg)) filter (where e.calculation_method = 'spend_based'), 0) as spend_based_kg,
    coalesce(sum(abs(e.market_based_kg)) filter (where e.calculation_method in ('direct_measurement',
      'supplier_specific', 'hybrid', 'fuel_based', 'distance_based', 'site_specific', 'waste_type_specific')), 0)
      as primary_kg,
    sum(abs(e.market_based_kg) * e.data_quality_score) as quality_weighted_kg, count(*) as entry_count
  from emission_entries e
  where not exists (select from emission_entries s
    where s.tenant_id = e.tenant_id and s.environment = e.environment and s.supersedes_entry_id = e.id)
  group by 1, 2, 3, 4, 5, 6, 7, 8
) as finest
group by tenant_id, environment, scope, scope3_category,
  grouping sets ((month), (month, department_id), (day), (day, department_id), (day, category_key))
having grouping(department_id) = 1 or department_id <> '00000000-0000-0000-0000-000000000000';

-- A list's date filter reads the days that a period cuts out of a month one by one, each in the order of the list. Nearly
-- every transaction date is a midnight: an invoice states a day.
drop index emission_entries_by_date;
create index emission_entries_by_date on emission_entries
  (tenant_id, environment, transaction_date, created_at desc, id desc);
