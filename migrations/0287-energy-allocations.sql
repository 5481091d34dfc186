-- Runs that allocate energy contracts and certificates to the electricity of a country and calendar year. A run is prepared month by
-- month, so that it goes on where a process was ended, and becomes visible with one commit.
create table energy_allocation_runs (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  market text not null check (market ~ '^[A-Z]{2}$'),
  year int not null check (year between 1990 and 2100),
  status text not null default 'preparing' check (status in ('preparing', 'applied', 'failed')),
  -- What was decided: kWh of each instrument in each month, with the rates that were in force; decimals as text.
  plan jsonb not null check (jsonb_typeof(plan) = 'object'),
  include_late boolean not null,
  reason text check (length(reason) between 1 and 2000),
  -- The last month that is prepared (year x 12 + month - 1); null: none.
  prepared_ym int,
  failure text,
  requested_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (tenant_id, environment, id)
);
create index energy_allocation_runs_newest on energy_allocation_runs (tenant_id, environment, created_at desc, id desc);
create unique index energy_allocation_runs_at_once on energy_allocation_runs (tenant_id, environment, market, year)
  where status = 'preparing';

-- What a run that is being prepared will make of each entry.
create table energy_allocation_lines (
  tenant_id uuid not null,
  environment text not null,
  run_id uuid not null,
  entry_id uuid not null,
  ym int not null,
  market_based_kg numeric not null,
  -- What of it rests on the average of the grid.
  fallback_kg numeric not null,
  parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  primary key (tenant_id, environment, run_id, entry_id)
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['energy_allocation_runs', 'energy_allocation_lines'] loop
    perform protect_tenant_table(table_name::regclass);
    execute format('grant select, insert on %s to carbon_app', table_name);
  end loop;
end $$;
grant update (status, prepared_ym, failure, ended_at) on energy_allocation_runs to carbon_app;
grant delete on energy_allocation_lines to carbon_app;

-- Countries and calendar years whose electricity is allocated: entries that come later say that they are not.
create table allocated_market_years (
  tenant_id uuid not null,
  environment text not null,
  market text not null check (market ~ '^[A-Z]{2}$'),
  year int not null,
  run_id uuid not null,
  allocated_at timestamptz not null,
  primary key (tenant_id, environment, market, year)
);
select protect_tenant_table('allocated_market_years');
grant select, insert, update (run_id, allocated_at) on allocated_market_years to carbon_app;

-- Month and day of the year after the consumption until which a cancellation counts for it without a reason.
alter table company_settings add column certificate_cut_off text not null default '03-31'
  check (certificate_cut_off ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$');
