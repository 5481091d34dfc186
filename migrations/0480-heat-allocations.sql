-- How a company allocates its district heating to months: a version per statement, the newest one counts for lines that are read or
-- corrected from then on. The service can add versions and read them, not change them.
create table heat_allocations (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  method text not null check (method in ('days', 'degree_days')),
  -- Month number (year x 12 + month - 1) of the first month that is allocated by degree days.
  from_ym integer check (from_ym between 23880 and 25211),
  -- Of the heat, percent that does not depend on the weather.
  independent_percent numeric(5, 2) not null check (independent_percent between 0 and 100),
  -- [{"month": "2026-01", "degree_days": 478.5}], each month once.
  degree_days jsonb not null check (jsonb_typeof(degree_days) = 'array'),
  source text check (length(source) between 1 and 200),
  reason text not null check (length(reason) between 1 and 500),
  set_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, id),
  check (method = 'days' or (from_ym is not null and source is not null))
);
create index heat_allocations_newest on heat_allocations (tenant_id, environment, created_at desc, id desc);
select protect_tenant_table('heat_allocations');
grant select, insert on heat_allocations to carbon_app;
