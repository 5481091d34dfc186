-- What would change a closed year and is not booked: kg by month, scope, category and department, before and after. Written in the
-- transaction that writes the reading of the line, and gone when that reading has a successor; read beside every total. ym is
-- year x 12 + month - 1; scope 3 category 0: none; the zero department: none.
create table pending_restatements (
  tenant_id uuid not null,
  environment text not null,
  -- The reading that would count in the year, or that counts otherwise there.
  activity_split_id uuid not null,
  activity_id uuid not null,
  cause text not null check (cause in ('document', 'credit_note', 'purchase', 'settlement')),
  ym int not null,
  scope smallint not null check (scope between 1 and 3),
  scope3_category smallint not null check (scope3_category between 0 and 15),
  category_key text not null,
  department_id uuid not null,
  market_based_before_kg numeric not null,
  market_based_after_kg numeric not null,
  location_based_before_kg numeric not null,
  location_based_after_kg numeric not null,
  primary key (tenant_id, environment, activity_split_id, cause, ym, scope, scope3_category, category_key, department_id)
);
create index pending_restatements_months on pending_restatements (tenant_id, environment, ym);
select protect_tenant_table('pending_restatements');
grant select, insert, delete on pending_restatements to carbon_app;

-- What was changed in a closed year, with a reason: a row per line and year. The service can add rows and read them, not change
-- them.
create table restatements (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  -- Subject of the audit event financial_year.restated.
  run_id uuid not null,
  period_from date not null,
  period_to date not null check (period_to > period_from),
  activity_id uuid not null,
  cause text not null check (cause in ('document', 'credit_note', 'purchase', 'settlement', 'decision')),
  -- [{scope, market_based_before_kg, market_based_after_kg, location_based_before_kg, location_based_after_kg}], decimals as text.
  scopes jsonb not null check (jsonb_typeof(scopes) = 'array'),
  reason text not null check (length(reason) between 1 and 2000),
  restated_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, id)
);
create index restatements_newest on restatements (tenant_id, environment, period_to, created_at desc, id desc);
select protect_tenant_table('restatements');
grant select, insert on restatements to carbon_app;

-- The figures with which a year was closed: [{scope, market_based_kg, location_based_kg}], decimals as text, of each scope that
-- had any entry. Null: the year was opened, or closed by a release that kept none.
alter table financial_year_closings add column figures jsonb check (jsonb_typeof(figures) = 'array');

-- From which change of a scope on, in percent, the next report names a restatement.
alter table company_settings add column restatement_threshold_percent numeric not null default 5
  check (restatement_threshold_percent between 0 and 100);
