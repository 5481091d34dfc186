-- What the summaries say beside a total, kept like the other sums: what was calculated with a product's footprint, what was
-- stated and not calculated, what of scope 2 fell back on the grid's average or rests on life-cycle factors, and how many
-- entries only end an earlier one. The defaults are what a process of the release before this one adds.
alter table emission_rollups
  add column if not exists product_kg numeric not null default 0,
  add column if not exists stated_kg numeric not null default 0,
  add column if not exists market_based_fallback_kg numeric not null default 0,
  add column if not exists life_cycle_kg numeric not null default 0,
  add column if not exists closing_count bigint not null default 0;
alter table emission_subtotals
  add column if not exists product_kg numeric not null default 0,
  add column if not exists stated_kg numeric not null default 0,
  add column if not exists market_based_fallback_kg numeric not null default 0,
  add column if not exists life_cycle_kg numeric not null default 0,
  add column if not exists closing_count bigint not null default 0;

-- A ledger that is there already: nothing may be added to it between the reading and the end of this migration.
lock table emission_entries in share mode;
create temp table kept_beside on commit drop as
select tenant_id, environment, month, day, scope, scope3_category, category_key, department_id,
  sum(product_kg) as product_kg, sum(stated_kg) as stated_kg, sum(market_based_fallback_kg) as market_based_fallback_kg,
  sum(life_cycle_kg) as life_cycle_kg, sum(closing_count) as closing_count
from (
  select e.tenant_id, e.environment, (e.transaction_date at time zone 'UTC')::date as day,
    date_trunc('month', e.transaction_date at time zone 'UTC')::date as month, e.scope,
    coalesce(e.scope3_category, 0) as scope3_category, e.category_key,
    coalesce(e.department_id, '00000000-0000-0000-0000-000000000000') as department_id,
    case when e.inputs ? 'pcf_record_id' and e.calculation_method <> 'spend_based' then abs(e.market_based_kg) else 0 end as product_kg,
    case when e.calculation_method = 'spend_based' or e.inputs ?| array['pcf_record_id', 'stated_quantity', 'quantity']
      then 0 else abs(e.market_based_kg) end as stated_kg,
    case when e.scope = 2 and e.market_based_fallback then e.market_based_kg else 0 end as market_based_fallback_kg,
    case when e.scope = 2 and e.factor->>'boundary' = 'life_cycle' then e.location_based_kg else 0 end as life_cycle_kg,
    case when e.inputs ? 'superseded_entry_id' then 1 else 0 end as closing_count
  from emission_entries e
  where not exists (select from emission_entries s
    where s.tenant_id = e.tenant_id and s.environment = e.environment and s.supersedes_entry_id = e.id)
) as entries
where (product_kg, stated_kg, market_based_fallback_kg, life_cycle_kg, closing_count) <> (0, 0, 0, 0, 0)
group by 1, 2, 3, 4, 5, 6, 7, 8;
analyze kept_beside;

update emission_rollups r
set product_kg = k.product_kg, stated_kg = k.stated_kg, market_based_fallback_kg = k.market_based_fallback_kg,
  life_cycle_kg = k.life_cycle_kg, closing_count = k.closing_count
from (
  select tenant_id, environment, (extract(year from month) * 12 + extract(month from month) - 1)::int as ym, scope,
    scope3_category, category_key, department_id, sum(product_kg) as product_kg, sum(stated_kg) as stated_kg,
    sum(market_based_fallback_kg) as market_based_fallback_kg, sum(life_cycle_kg) as life_cycle_kg,
    sum(closing_count) as closing_count
  from kept_beside group by 1, 2, 3, 4, 5, 6, 7
) as k
where (r.tenant_id, r.environment, r.ym, r.scope, r.scope3_category, r.category_key, r.department_id)
  = (k.tenant_id, k.environment, k.ym, k.scope, k.scope3_category, k.category_key, k.department_id);

update emission_subtotals r
set product_kg = k.product_kg, stated_kg = k.stated_kg, market_based_fallback_kg = k.market_based_fallback_kg,
  life_cycle_kg = k.life_cycle_kg, closing_count = k.closing_count
from (
  select tenant_id, environment,
    case when grouping(day) = 1 then 'month' when grouping(category_key) = 1 then 'day' else 'category_day' end
      as resolution,
    coalesce(department_id, '00000000-0000-0000-0000-000000000000') as department_id, coalesce(day, month) as starts_on,
    scope, scope3_category, coalesce(category_key, '') as category_key, sum(product_kg) as product_kg,
    sum(stated_kg) as stated_kg, sum(market_based_fallback_kg) as market_based_fallback_kg,
    sum(life_cycle_kg) as life_cycle_kg, sum(closing_count) as closing_count
  from kept_beside
  group by tenant_id, environment, scope, scope3_category,
    grouping sets ((month), (month, department_id), (day), (day, department_id), (day, category_key))
  having grouping(department_id) = 1 or department_id <> '00000000-0000-0000-0000-000000000000'
) as k
where (r.tenant_id, r.environment, r.resolution, r.department_id, r.starts_on, r.scope, r.scope3_category, r.category_key)
  = (k.tenant_id, k.environment, k.resolution, k.department_id, k.starts_on, k.scope, k.scope3_category, k.category_key);
