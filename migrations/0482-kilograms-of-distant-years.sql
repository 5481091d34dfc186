-- What of a total rests on factors of a year far from that of the use, kept like the other sums. The default is what a process of
-- the release before this one adds.
alter table emission_rollups add column if not exists factor_year_distant_kg numeric not null default 0;
alter table emission_subtotals add column if not exists factor_year_distant_kg numeric not null default 0;

-- A ledger that is there already: nothing may be added to it between the reading and the end of this migration.
lock table emission_entries in share mode;
create temp table kept_distant on commit drop as
select e.tenant_id, e.environment, (e.transaction_date at time zone 'UTC')::date as day,
  date_trunc('month', e.transaction_date at time zone 'UTC')::date as month, e.scope,
  coalesce(e.scope3_category, 0) as scope3_category, e.category_key,
  coalesce(e.department_id, '00000000-0000-0000-0000-000000000000') as department_id,
  sum(e.market_based_kg) as kg
from emission_entries e
where e.inputs ? 'factor_year_distant' and not exists (select from emission_entries s
  where s.tenant_id = e.tenant_id and s.environment = e.environment and s.supersedes_entry_id = e.id)
group by 1, 2, 3, 4, 5, 6, 7, 8;
analyze kept_distant;

update emission_rollups r
set factor_year_distant_kg = k.kg
from (
  select tenant_id, environment, (extract(year from month) * 12 + extract(month from month) - 1)::int as ym, scope,
    scope3_category, category_key, department_id, sum(kg) as kg
  from kept_distant group by 1, 2, 3, 4, 5, 6, 7
) as k
where (r.tenant_id, r.environment, r.ym, r.scope, r.scope3_category, r.category_key, r.department_id)
  = (k.tenant_id, k.environment, k.ym, k.scope, k.scope3_category, k.category_key, k.department_id);

update emission_subtotals r
set factor_year_distant_kg = k.kg
from (
  select tenant_id, environment,
    case when grouping(month) = 1 then case when grouping(category_key) = 1 then 'day' else 'category_day' end
      when grouping(category_key) = 1 then 'month' else 'category_month' end as resolution,
    coalesce(department_id, '00000000-0000-0000-0000-000000000000') as department_id, coalesce(day, month) as starts_on,
    scope, scope3_category, coalesce(category_key, '') as category_key, sum(kg) as kg
  from kept_distant
  group by tenant_id, environment, scope, scope3_category,
    grouping sets ((month), (month, department_id), (month, category_key), (day), (day, department_id), (day, category_key))
  having grouping(department_id) = 1 or department_id <> '00000000-0000-0000-0000-000000000000'
) as k
where (r.tenant_id, r.environment, r.resolution, r.department_id, r.starts_on, r.scope, r.scope3_category, r.category_key)
  = (k.tenant_id, k.environment, k.resolution, k.department_id, k.starts_on, k.scope, k.scope3_category, k.category_key);
