-- Emission factors of a company's own: stated by one person, approved by another (or by an administrator, which is told). They
-- count lines of their category, unit and supplier, or lines for which a person names them. Nothing is deleted: a withdrawn
-- factor stays, and entries keep their copy of it.
create table company_factors (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  status text not null default 'submitted' check (status in ('submitted', 'approved', 'rejected', 'withdrawn')),
  category_key text not null,
  name text not null check (length(name) between 1 and 200),
  -- A unit of the service, or a currency where is_money.
  unit text not null check (length(unit) between 1 and 40),
  is_money boolean not null,
  kg_co2e_per_unit numeric not null check (kg_co2e_per_unit >= 0),
  biogenic_co2_kg_per_unit numeric not null check (biogenic_co2_kg_per_unit >= 0),
  country text check (country ~ '^[A-Z]{2}$'),
  -- The year that the figure describes.
  year integer not null,
  valid_from date not null,
  valid_to date not null,
  supplier_name text,
  supplier_identifier text,
  -- As decisions about suppliers are remembered; null: any supplier.
  supplier_key text,
  -- Whether it counts what it fits without being named.
  is_automatic boolean not null,
  source text not null check (length(source) between 1 and 300),
  method text not null,
  verified_by text,
  -- Stored files: file_id, name, sha256.
  evidence jsonb not null default '[]',
  note text not null,
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  submitted_by text not null,
  decided_by text,
  decided_at timestamptz,
  reason text,
  withdrawn_by text,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, id),
  check (valid_from <= valid_to)
);
create index company_factors_newest on company_factors (tenant_id, environment, created_at desc, id desc);
create index company_factors_approved on company_factors (tenant_id, environment, created_at desc, id desc)
  where status = 'approved';

select protect_tenant_table('company_factors');
grant select, insert, update (status, decided_by, decided_at, reason, withdrawn_by, withdrawn_at, withdrawn_reason)
  on company_factors to carbon_app;
