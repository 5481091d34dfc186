-- What allocating anew would change in closed years, because a contract or certificate that is allocated there was corrected or
-- withdrawn since: market-based kg by month and department, before and after. Written with the new version of the instrument, gone when
-- the country and year are allocated anew; read beside every total. ym is year x 12 + month - 1; the zero department: none.
create table pending_allocations (
  tenant_id uuid not null,
  environment text not null,
  market text not null,
  year int not null,
  -- The allocation that is in force.
  run_id uuid not null,
  ym int not null,
  department_id uuid not null,
  market_based_before_kg numeric not null,
  market_based_after_kg numeric not null,
  location_based_kg numeric not null,
  primary key (tenant_id, environment, market, year, ym, department_id)
);
create index pending_allocations_months on pending_allocations (tenant_id, environment, ym);
select protect_tenant_table('pending_allocations');
grant select, insert, delete on pending_allocations to carbon_app;
