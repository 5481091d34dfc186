-- Which period the bills of a supplier are for that state none: a version per statement, none is changed or removed. The newest
-- version of a supplier and category counts for lines that are read from then on.
create table supplier_period_rules (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  supplier_identity_id uuid not null,
  -- A category of any level, for it and all below it; empty: every category.
  category_key text not null check (length(category_key) <= 120),
  version integer not null check (version >= 1),
  status text not null check (status in ('stated', 'withdrawn')),
  bills text not null check (bills in ('previous', 'current', 'next')),
  unit text not null check (unit in ('month', 'quarter', 'half_year', 'year')),
  -- A month in which such a period begins.
  first_month smallint not null check (first_month between 1 and 12),
  reason text not null check (length(reason) between 1 and 500),
  stated_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, id)
);
-- Two writers cannot both follow the same version.
create unique index supplier_period_rules_versions
  on supplier_period_rules (tenant_id, environment, supplier_identity_id, category_key, version);
create index supplier_period_rules_newest on supplier_period_rules (tenant_id, environment, created_at desc, id desc);

select protect_tenant_table('supplier_period_rules');
grant select, insert on supplier_period_rules to carbon_app;
