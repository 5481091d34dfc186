-- Document -> activity -> split -> emission entry -> factor version. Ledger rows are only ever inserted.
create table documents (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  name text not null,
  media_type text,
  size_bytes bigint not null,
  format text not null,
  document_type text not null,
  supplier_name text,
  supplier_identifier text,
  invoice_number text,
  issue_date date,
  currency text,
  total_excl_vat numeric,
  total_incl_vat numeric,
  -- SHA-256 over the canonical fields: the same document in another wrapping has the same value.
  content_key text,
  -- Supplier, number, type, currency and gross: equal means duplicate, see ingestion.
  business_key text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create unique index documents_sha256 on documents (tenant_id, environment, sha256);
create index documents_content_key on documents (tenant_id, environment, content_key);
create index documents_invoice_number on documents (tenant_id, environment, invoice_number);
create index documents_business_key on documents (tenant_id, environment, business_key);

create table activities (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  document_id uuid not null,
  document_sha256 text not null,
  data_source_id uuid,
  external_id text,
  line_number int not null,
  page int,
  line_kind text not null,
  document_type text not null,
  invoice_number text,
  supplier_name text,
  supplier_identifier text,
  supplier_country text,
  transaction_date timestamptz not null,
  ym int not null generated always as
    ((extract(year from transaction_date at time zone 'UTC') * 12
      + extract(month from transaction_date at time zone 'UTC') - 1)::int) stored,
  service_period_start date,
  service_period_end date,
  description text not null,
  amount numeric,
  currency text,
  tax_treatment text not null,
  quantity numeric,
  unit text,
  gl_account text,
  gl_account_name text,
  classification_codes jsonb not null default '[]',
  ingested_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index activities_list on activities (tenant_id, environment, created_at desc, id desc);
create index activities_by_month on activities (tenant_id, environment, ym, created_at desc, id desc);
create index activities_document on activities (tenant_id, environment, document_id, line_number);
-- A utility statement is found by the invoice that it belongs to.
create index activities_statement on activities (tenant_id, environment, invoice_number)
  where document_type = 'utility_statement';

-- How an activity was read: category, quantity and share. A later reading supersedes an earlier one.
create table activity_splits (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  activity_id uuid not null,
  status text not null check (status in ('pending_review', 'classified', 'excluded')),
  category_key text not null,
  mapped_by text not null check (mapped_by in ('rule', 'model', 'person')),
  confidence numeric not null check (confidence between 0 and 1),
  reason text not null,
  candidates jsonb not null default '[]',
  review_code text,
  quantity numeric,
  unit text,
  conversion jsonb not null default '[]',
  allocated_amount numeric,
  allocated_currency text,
  department_id uuid,
  supersedes_split_id uuid,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index activity_splits_activity on activity_splits (tenant_id, environment, activity_id, created_at desc, id desc);
create index activity_splits_open on activity_splits (tenant_id, environment, status, activity_id)
  where status <> 'classified';
create unique index activity_splits_superseded on activity_splits (tenant_id, environment, supersedes_split_id)
  where supersedes_split_id is not null;

create table emission_entries (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  activity_id uuid not null,
  activity_split_id uuid not null,
  companion_of_entry_id uuid,
  supersedes_entry_id uuid,
  scope smallint not null check (scope between 1 and 3),
  scope3_category smallint check (scope3_category between 1 and 15),
  category_key text not null,
  department_id uuid,
  transaction_date timestamptz not null,
  ym int not null generated always as
    ((extract(year from transaction_date at time zone 'UTC') * 12
      + extract(month from transaction_date at time zone 'UTC') - 1)::int) stored,
  market_based_kg numeric not null,
  location_based_kg numeric not null,
  co2_kg numeric,
  ch4_kg_co2e numeric,
  n2o_kg_co2e numeric,
  biogenic_co2_kg numeric not null default 0,
  calculation_method text not null,
  data_quality_score smallint not null check (data_quality_score between 1 and 5),
  market_based_fallback boolean not null default false,
  emission_factor_id uuid not null,
  factor jsonb not null,
  formula text not null,
  inputs jsonb not null,
  conversions jsonb not null default '[]',
  gwp_set text,
  engine_version text not null,
  calculated_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index emission_entries_list on emission_entries (tenant_id, environment, created_at desc, id desc);
create index emission_entries_by_month on emission_entries (tenant_id, environment, ym, created_at desc, id desc);
-- Lists with a filter walk month by month, so each filter's index goes on with the month and the order of the list:
-- neither an old period nor a rare value makes a page read rows that it throws away.
create index emission_entries_by_scope on emission_entries
  (tenant_id, environment, scope, ym, created_at desc, id desc);
create index emission_entries_by_category on emission_entries
  (tenant_id, environment, category_key, ym, created_at desc, id desc);
create index emission_entries_by_department on emission_entries
  (tenant_id, environment, department_id, ym, created_at desc, id desc) where department_id is not null;
create index emission_entries_by_date on emission_entries (tenant_id, environment, transaction_date);
create index emission_entries_split on emission_entries (tenant_id, environment, activity_split_id);
create index emission_entries_factor on emission_entries (tenant_id, environment, emission_factor_id, id);
create unique index emission_entries_superseded on emission_entries (tenant_id, environment, supersedes_entry_id)
  where supersedes_entry_id is not null;

-- Sums of the entries that are not superseded, by month. Written in the transaction that writes the entries.
-- scope3_category 0 and the zero department stand for "none", so that the key has no nulls. The four columns from
-- weight_kg on add up |market_based_kg|, so that a credit note cannot push a share or a score out of its range.
create table emission_rollups (
  tenant_id uuid not null,
  environment text not null,
  ym int not null,
  scope smallint not null,
  scope3_category smallint not null,
  category_key text not null,
  department_id uuid not null,
  market_based_kg numeric not null,
  location_based_kg numeric not null,
  biogenic_co2_kg numeric not null,
  weight_kg numeric not null default 0,
  spend_based_kg numeric not null,
  primary_kg numeric not null,
  quality_weighted_kg numeric not null,
  entry_count bigint not null,
  primary key (tenant_id, environment, ym, scope, scope3_category, category_key, department_id)
);

create table audit_heads (
  tenant_id uuid not null,
  environment text not null,
  seq bigint not null,
  hash text not null,
  primary key (tenant_id, environment)
);

create table audit_events (
  tenant_id uuid not null,
  environment text not null,
  seq bigint not null check (seq > 0),
  ts text not null,
  action text not null,
  actor text not null,
  subject text not null,
  payload jsonb not null,
  prev_hash text not null check (prev_hash ~ '^[0-9a-f]{64}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, seq)
);
create index audit_events_subject on audit_events (tenant_id, environment, subject, seq);

-- Events of the catalog, committed with the change that causes them; delivery reads them in order.
create table outbox_events (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  event text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index outbox_events_order on outbox_events (tenant_id, environment, created_at, id);

do $$
declare table_name text;
begin
  foreach table_name in array array['documents', 'activities', 'activity_splits', 'emission_entries', 'emission_rollups',
                                    'audit_heads', 'audit_events', 'outbox_events'] loop
    perform protect_tenant_table(table_name::regclass);
  end loop;
end $$;

-- The ledger is append-only for the service itself: no update, no delete.
grant select, insert on documents, activities, activity_splits, emission_entries, audit_events, outbox_events to carbon_app;
grant select, insert, update on emission_rollups, audit_heads to carbon_app;
