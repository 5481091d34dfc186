-- Plans of reduction. What a scenario says is not changed; its status is, and tiltag are added to it.
create table scenarios (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 120),
  description text,
  status text not null check (status in ('draft', 'pending_review', 'approved', 'rejected', 'active', 'archived')),
  base_year int not null,
  target_year int not null check (target_year > base_year),
  growth_pct numeric not null,
  created_by text not null,
  created_by_consultant boolean not null,
  -- The organisation behind the key that made it; it alone sees its drafts, beside the company.
  consultant_id uuid,
  review_reason text,
  status_changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index scenarios_list on scenarios (tenant_id, environment, created_at desc, id desc);

-- Reduction measures, stacked in the order of position.
create table tiltag (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  scenario_id uuid not null,
  position int not null check (position > 0),
  name text not null check (length(name) between 1 and 120),
  -- Category of the taxonomy at any level; null: everything.
  category_id text,
  -- Per year: an amount, or a share of what the tiltag before it leave.
  reduction_kg numeric check (reduction_kg > 0),
  reduction_pct numeric check (reduction_pct > 0 and reduction_pct <= 100),
  start_year int not null,
  lifetime_years int check (lifetime_years > 0),
  capex_dkk numeric not null check (capex_dkk >= 0),
  annual_opex_dkk numeric not null check (annual_opex_dkk >= 0),
  annual_savings_dkk numeric not null check (annual_savings_dkk >= 0),
  discount_rate_pct numeric not null check (discount_rate_pct >= 0),
  created_by text not null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(reduction_kg, reduction_pct) = 1),
  check (capex_dkk = 0 or lifetime_years is not null),
  primary key (tenant_id, environment, id)
);
create unique index tiltag_order on tiltag (tenant_id, environment, scenario_id, position);

select protect_tenant_table('scenarios');
select protect_tenant_table('tiltag');
grant select, insert, update (status, review_reason, status_changed_at) on scenarios to carbon_app;
grant select, insert on tiltag to carbon_app;
