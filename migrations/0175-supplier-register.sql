-- Suppliers as documents state them: one row per supplier of a company, with everything by which documents name it. Filled
-- while documents are recorded, corrected by people; two that are one are merged, and the merge can be undone.
create table supplier_identities (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 200),
  -- ISO 3166-1 alpha-2, as first stated.
  country text check (country ~ '^[A-Z]{2}$'),
  -- The supplier that this one was merged into; null: none.
  merged_into_id uuid,
  -- The supplier that stands for it: its own id unless it was merged, else that of the last merge.
  root_id uuid not null,
  -- "document", or who named it.
  named_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, id)
);
create index supplier_identities_newest on supplier_identities (tenant_id, environment, created_at desc, id desc)
  where merged_into_id is null;
create index supplier_identities_of_root on supplier_identities (tenant_id, environment, root_id);
select protect_tenant_table('supplier_identities');
grant select, insert, update on supplier_identities to carbon_app;

create table supplier_identifiers (
  tenant_id uuid not null,
  environment text not null,
  supplier_identity_id uuid not null,
  kind text not null check (kind in ('cvr', 'vat', 'register_number', 'iban', 'account', 'name')),
  -- In the one form in which it is compared.
  value text not null check (length(value) between 1 and 250),
  -- As it was written first.
  shown text not null,
  -- Whether a document that states only this is this supplier's. A name beside a number is a variant and identifies nobody.
  identifies boolean not null,
  -- "document", or who stated it.
  stated_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Taken away by a person: no document gives it back to this supplier.
  removed_at timestamptz,
  primary key (tenant_id, environment, kind, value, supplier_identity_id)
);
create unique index supplier_identifiers_once on supplier_identifiers (tenant_id, environment, kind, value)
  where identifies and removed_at is null;
create index supplier_identifiers_of_supplier on supplier_identifiers (tenant_id, environment, supplier_identity_id);
select protect_tenant_table('supplier_identifiers');
grant select, insert, update on supplier_identifiers to carbon_app;

-- Two suppliers that may be one, once per pair: proposed by what documents share or by a person, who decides.
create table supplier_merges (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  from_id uuid not null,
  into_id uuid not null,
  -- What they share: name or iban; "person": somebody said so.
  because text not null check (because in ('name', 'iban', 'person')),
  state text not null check (state in ('proposed', 'accepted', 'dismissed', 'undone')),
  -- The supplier that the decision merged, and into which; null: not merged.
  merged_id uuid,
  merged_into_id uuid,
  reason text,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, id),
  check (from_id <> into_id)
);
create unique index supplier_merges_once on supplier_merges
  (tenant_id, environment, (least(from_id, into_id)), (greatest(from_id, into_id)));
create index supplier_merges_newest on supplier_merges (tenant_id, environment, created_at desc, id desc);
select protect_tenant_table('supplier_merges');
grant select, insert, update on supplier_merges to carbon_app;
