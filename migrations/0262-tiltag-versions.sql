-- What a tiltag says after it was edited or removed: a version per change, none is changed. The tiltag's own row is its first
-- version and keeps its position, so that what is added later never takes the place of a removed one.
create table tiltag_versions (
  tenant_id uuid not null,
  environment text not null,
  tiltag_id uuid not null,
  -- 1 is the row in tiltag.
  version int not null check (version >= 2),
  -- A removed one takes part in nothing; nothing follows it.
  is_removed boolean not null,
  name text not null check (length(name) between 1 and 120),
  category_id text,
  reduction_kg numeric check (reduction_kg > 0),
  reduction_pct numeric check (reduction_pct > 0 and reduction_pct <= 100),
  start_year int not null,
  lifetime_years int check (lifetime_years > 0),
  capex_dkk numeric not null check (capex_dkk >= 0),
  annual_opex_dkk numeric not null check (annual_opex_dkk >= 0),
  annual_savings_dkk numeric not null check (annual_savings_dkk >= 0),
  discount_rate_pct numeric not null check (discount_rate_pct >= 0),
  -- Names of what differs from the version before.
  changed text[] not null,
  reason text not null check (length(reason) between 1 and 500),
  stated_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(reduction_kg, reduction_pct) = 1),
  check (capex_dkk = 0 or lifetime_years is not null),
  primary key (tenant_id, environment, tiltag_id, version)
);
select protect_tenant_table('tiltag_versions');
grant select, insert on tiltag_versions to carbon_app;
