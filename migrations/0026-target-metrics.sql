-- What an intensity target's emissions are divided by: the value of its metric in a calendar year. A better value is a new
-- row, and the newest row of a year counts.
create table target_metrics (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  target_id uuid not null,
  year int not null,
  value numeric not null check (value > 0),
  recorded_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index target_metrics_newest
  on target_metrics (tenant_id, environment, target_id, year, created_at desc, id desc);
select protect_tenant_table('target_metrics');
grant select, insert on target_metrics to carbon_app;
