-- Two roles, both without the right to bypass row-level security and neither owning a table:
--   carbon_app     everything a tenant's request or job does, bound to app.tenant and app.environment
--   carbon_system  what happens before the tenant is known: credentials, tenants, the queue; no ledger table
do $$
begin
  if not exists (select from pg_roles where rolname = 'carbon_app') then
    create role carbon_app nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  if not exists (select from pg_roles where rolname = 'carbon_system') then
    create role carbon_system nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
end $$;
grant carbon_app, carbon_system to current_user;

-- Turns row-level security on for a tenant-owned table. The plain form of the policy costs nothing per row when the
-- statement also says tenant_id = $1, and is the form that Citus accepts.
create function protect_tenant_table(table_name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format(
    'create policy own_rows on %s to carbon_app
       using (tenant_id = current_setting(''app.tenant'')::uuid and environment = current_setting(''app.environment''))
       with check (tenant_id = current_setting(''app.tenant'')::uuid and environment = current_setting(''app.environment''))',
    table_name);
end $$;

create table tenants (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  country text not null check (country ~ '^[A-Z]{2}$'),
  plan text not null check (plan in ('starter', 'premium', 'enterprise')),
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  deactivated_at timestamptz
);
alter table tenants enable row level security;
create policy own_row on tenants to carbon_app using (id = current_setting('app.tenant')::uuid);
create policy every_row on tenants to carbon_system using (true) with check (true);
grant select on tenants to carbon_app;
grant select, insert, update on tenants to carbon_system;

create table api_keys (
  tenant_id uuid not null references tenants (id),
  environment text not null check (environment in ('live', 'sandbox')),
  id uuid not null,
  name text not null check (length(name) between 1 and 120),
  digest bytea not null,
  scopes text[] not null,
  prefix text not null,
  last_four text not null,
  expires_at timestamptz,
  ip_allowlist text[] not null default '{}',
  created_by text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text,
  -- Whose rate budget the key draws from: keys of one rotation share the first one's; null: its own.
  bucket_id uuid,
  primary key (tenant_id, environment, id)
);
create unique index api_keys_digest on api_keys (digest);
create index api_keys_list on api_keys (tenant_id, environment, created_at desc, id desc);
select protect_tenant_table('api_keys');
create policy every_row on api_keys to carbon_system using (true) with check (true);
grant select, insert, update on api_keys to carbon_app;
grant select, update (last_used_at) on api_keys to carbon_system;

create table departments (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  name text not null,
  code text,
  parent_id uuid,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index departments_list on departments (tenant_id, environment, created_at desc, id desc);
select protect_tenant_table('departments');
grant select, insert, update on departments to carbon_app;
