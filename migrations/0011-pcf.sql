-- Product carbon footprints as PACT v3 objects. `pact` is the object as it was submitted (json keeps its text); the other
-- columns repeat what lists filter and show. Only approved ones are shown to users of footprints.
create table pcf_records (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  pact_id text not null,
  status text not null default 'submitted' check (status in ('submitted', 'approved', 'rejected', 'deprecated')),
  spec_version text not null,
  company_name text not null,
  company_ids text[] not null,
  product_name_company text not null,
  product_description text not null,
  product_ids text[] not null,
  declared_unit_of_measurement text not null,
  declared_unit_amount numeric not null,
  product_mass_per_declared_unit numeric not null,
  pcf_excluding_biogenic_uptake numeric not null,
  pcf_including_biogenic_uptake numeric not null,
  reference_period_start timestamptz not null,
  reference_period_end timestamptz not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  geography text,
  preceding_pf_ids text[] not null default '{}',
  pact json not null,
  -- SHA-256 over the canonical form of `pact`: the same object in another order of members has the same value.
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  submitted_by text not null,
  decided_by text,
  decided_at timestamptz,
  reason text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create unique index pcf_records_pact_id on pcf_records (tenant_id, environment, pact_id);
create index pcf_records_approved on pcf_records (tenant_id, environment, created_at desc, id desc)
  where status = 'approved';

select protect_tenant_table('pcf_records');
grant select, insert, update (status, decided_by, decided_at, reason) on pcf_records to carbon_app;
