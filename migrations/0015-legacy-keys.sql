-- Keys of the legacy invoice interface: live only, without scopes; the interface itself ends with its sunset date.
create table legacy_keys (
  tenant_id uuid not null,
  environment text not null check (environment = 'live'),
  id uuid not null,
  name text not null check (length(name) between 1 and 120),
  -- SHA-256 of the key.
  digest bytea not null,
  last_four text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text,
  primary key (tenant_id, environment, id)
);
create unique index legacy_keys_digest on legacy_keys (digest);
select protect_tenant_table('legacy_keys');
grant select, insert on legacy_keys to carbon_app;
grant update (revoked_at, revoked_by) on legacy_keys to carbon_app;
create policy every_row on legacy_keys to carbon_system using (true);
grant select, update (last_used_at) on legacy_keys to carbon_system;
