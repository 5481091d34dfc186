-- What a target says after it was edited: a version per edit, none is changed. The target's own row is its first version.
-- Whether it is absolute or an intensity, and of what, does not change: recorded values of the metric would mean something else.
create table target_versions (
  tenant_id uuid not null,
  environment text not null,
  target_id uuid not null,
  -- 1 is the row in targets.
  version int not null check (version >= 2),
  name text not null check (length(name) between 1 and 120),
  description text,
  scope text not null check (scope in ('1', '2', '3', '1+2', 'all')),
  category text,
  scope2_method text not null check (scope2_method in ('market_based', 'location_based')),
  framework text not null check (framework in ('sbti_1_5c', 'sbti_net_zero', 'own')),
  baseline_year int not null,
  -- kg CO2e, for intensity targets kg CO2e per unit of the metric.
  baseline_emissions numeric not null check (baseline_emissions > 0),
  -- Months of the base year that had entries when the ledger gave the figure; null: the company stated the figure.
  baseline_months smallint check (baseline_months between 1 and 12),
  target_year int not null check (target_year > baseline_year),
  target_reduction_percent numeric not null check (target_reduction_percent > 0 and target_reduction_percent <= 100),
  -- Names of what differs from the version before.
  changed text[] not null,
  reason text not null check (length(reason) between 1 and 500),
  stated_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, target_id, version)
);
select protect_tenant_table('target_versions');
grant select, insert on target_versions to carbon_app;
