-- Energy contracts and certificates (GHG Protocol Scope 2 Guidance, ch. 6: contractual instruments). What was stated of one is a row
-- per version; none is changed.
create table energy_instruments (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  kind text not null check (kind in ('guarantee_of_origin', 'contract', 'supplier_product')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, id)
);
create index energy_instruments_newest on energy_instruments (tenant_id, environment, created_at desc, id desc);

create table energy_instrument_versions (
  tenant_id uuid not null,
  environment text not null,
  instrument_id uuid not null,
  version int not null check (version >= 1),
  -- Country of the consumption that it is used for, and the first and last day of that consumption.
  market text not null check (market ~ '^[A-Z]{2}$'),
  serves_from date not null,
  serves_to date not null check (serves_to >= serves_from),
  -- All that was stated; decimals as text.
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  is_withdrawn boolean not null default false,
  -- Names of what differs from the version before.
  changed text[] not null,
  -- Null: the first version, whose note says where it comes from.
  reason text check (length(reason) between 1 and 500),
  stated_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, instrument_id, version)
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['energy_instruments', 'energy_instrument_versions'] loop
    perform protect_tenant_table(table_name::regclass);
    execute format('grant select, insert on %s to carbon_app', table_name);
  end loop;
end $$;

-- Which certificate numbers are registered in the installation, of any company: a certificate is used once (Scope 2 Guidance, ch. 7).
-- A company sees its own rows only; the constraint sees all of them. The range of a domain with itself alone makes equality
-- something that the index of ranges can hold, without an extension.
create type text_range as range (subtype = text, collation = "C");
create table certificate_claims (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  instrument_id uuid not null,
  -- The register within which numbers are unique; of a sandbox, that of one company.
  domain text not null check (length(domain) between 1 and 120),
  numbers numrange not null check (not isempty(numbers)),
  -- When the instrument was withdrawn or its numbers were corrected.
  released_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, id),
  constraint certificate_claimed_once exclude using gist (text_range(domain, domain, '[]') with &&, numbers with &&)
    where (released_at is null)
);
create index certificate_claims_of_instrument on certificate_claims (tenant_id, environment, instrument_id);
select protect_tenant_table('certificate_claims');
grant select, insert, update (released_at) on certificate_claims to carbon_app;
