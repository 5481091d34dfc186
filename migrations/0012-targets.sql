-- Reduction targets. A target is not changed once set: a new ambition is a new target, so that reports keep their reference.
create table targets (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 120),
  description text,
  scope text not null check (scope in ('1', '2', '3', '1+2', 'all')),
  category text,
  target_type text not null check (target_type in ('absolute', 'intensity')),
  intensity_metric text check ((intensity_metric is not null) = (target_type = 'intensity')),
  scope2_method text not null check (scope2_method in ('market_based', 'location_based')),
  framework text not null check (framework in ('sbti_1_5c', 'sbti_net_zero', 'own')),
  baseline_year int not null,
  -- kg CO2e, for intensity targets kg CO2e per unit of the metric.
  baseline_emissions numeric not null check (baseline_emissions > 0),
  -- Months of the base year that had entries when the ledger gave the figure; null: the company stated the figure.
  baseline_months smallint check (baseline_months between 1 and 12),
  target_year int not null check (target_year > baseline_year),
  target_reduction_percent numeric not null check (target_reduction_percent > 0 and target_reduction_percent <= 100),
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index targets_list on targets (tenant_id, environment, created_at desc, id desc);
select protect_tenant_table('targets');
grant select, insert on targets to carbon_app;
