-- Metered supplies of a company: electricity, gas, heat and water where they are delivered. Filled while bills are recorded.
create table supplies (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  -- What is supplied; null: no document has said yet.
  commodity text check (commodity in ('electricity', 'natural_gas', 'district_heating', 'water')),
  -- What people call it; null: nothing.
  name text check (length(name) between 1 and 200),
  -- The supplier whose document named it first (supplier_identities); null: not known.
  supplier_identity_id uuid,
  -- "document", or who stated it.
  stated_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, id)
);
create index supplies_newest on supplies (tenant_id, environment, created_at desc, id desc);
select protect_tenant_table('supplies');
grant select, insert, update on supplies to carbon_app;

create table supply_identifiers (
  tenant_id uuid not null,
  environment text not null,
  supply_id uuid not null,
  -- gsrn: a metering point, one in the world. The others are numbers of a supplier, and the place.
  kind text not null check (kind in ('gsrn', 'installation', 'address', 'customer_number')),
  -- In the one form in which it is compared.
  value text not null check (length(value) between 1 and 200),
  shown text not null,
  stated_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Taken away by a person: no document gives it back to this supply.
  removed_at timestamptz,
  primary key (tenant_id, environment, kind, value, supply_id)
);
create unique index supply_identifiers_gsrn on supply_identifiers (tenant_id, environment, value)
  where kind = 'gsrn' and removed_at is null;
create index supply_identifiers_of_supply on supply_identifiers (tenant_id, environment, supply_id);
select protect_tenant_table('supply_identifiers');
grant select, insert, update on supply_identifiers to carbon_app;

-- The supply that a line is about; null: none, or not known. Covered by the second version of the row's hash.
alter table activities add column supply_id uuid;
create index activities_of_supply on activities (tenant_id, environment, supply_id) where supply_id is not null;
