-- Suppliers that somebody has acted on (registered, invited, disclosed). A supplier that only the ledger names has no row;
-- its id follows from its key, so that it keeps the id when a row is made.
create table suppliers (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  supplier_key text not null,
  supplier_name text not null check (length(supplier_name) between 1 and 200),
  supplier_identifier text,
  supplier_country text check (supplier_country ~ '^[A-Z]{2}$'),
  supplier_industry text check (length(supplier_industry) between 1 and 200),
  employees int check (employees >= 0),
  status text not null default 'none' check (status in ('none', 'pending', 'active', 'revoked')),
  invited_email text,
  invited_at timestamptz,
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create unique index suppliers_key on suppliers (tenant_id, environment, supplier_key);
create index suppliers_list on suppliers (tenant_id, environment, created_at desc, id desc);

-- A token is kept as its SHA-256 and works once. A resent invitation replaces the ones before it.
create table supplier_invitations (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  supplier_id uuid not null,
  digest bytea not null,
  report_year int not null,
  language text not null check (language in ('da', 'en')),
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create unique index supplier_invitations_digest on supplier_invitations (tenant_id, environment, digest);
create index supplier_invitations_supplier on supplier_invitations (tenant_id, environment, supplier_id, created_at desc);

-- Where a supplier stands with its figures of a year. No row: not requested.
create table supplier_disclosure_states (
  tenant_id uuid not null,
  environment text not null,
  supplier_id uuid not null,
  report_year int not null check (report_year between 1990 and 2100),
  status text not null
    check (status in ('requested', 'partially_disclosed', 'disclosed', 'verified', 'declined', 'overdue', 'expired')),
  due_on date,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, supplier_id, report_year)
);
create index supplier_disclosure_states_year on supplier_disclosure_states (tenant_id, environment, report_year);

-- What a supplier released, as it was released; the newest one of a year counts.
create table supplier_disclosures (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  supplier_id uuid not null,
  report_year int not null check (report_year between 1990 and 2100),
  kind text not null check (kind in ('totals', 'products')),
  scope1_kg numeric,
  scope2_location_kg numeric,
  scope2_market_kg numeric,
  scope3_upstream_kg numeric,
  turnover_amount numeric check (turnover_amount > 0),
  turnover_currency text check (turnover_currency ~ '^[A-Z]{3}$'),
  products jsonb not null default '[]',
  is_complete boolean not null,
  evidence_sha256 text not null check (evidence_sha256 ~ '^[0-9a-f]{64}$'),
  evidence_name text,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index supplier_disclosures_latest on supplier_disclosures
  (tenant_id, environment, report_year, supplier_id, created_at desc, id desc);
create index supplier_disclosures_supplier on supplier_disclosures
  (tenant_id, environment, supplier_id, created_at desc, id desc);

do $$
declare table_name text;
begin
  foreach table_name in array array['suppliers', 'supplier_invitations', 'supplier_disclosure_states',
                                    'supplier_disclosures'] loop
    perform protect_tenant_table(table_name::regclass);
  end loop;
end $$;
grant select, insert, update on suppliers, supplier_disclosure_states to carbon_app;
grant select, insert, update (used_at, replaced_at) on supplier_invitations to carbon_app;
grant select, insert on supplier_disclosures to carbon_app;
