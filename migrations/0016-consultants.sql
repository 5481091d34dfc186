-- Consultant organisations and their keys belong to no company; only the system role knows them.
create table consultants (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  created_by text not null,
  created_at timestamptz not null default now()
);
grant select, insert on consultants to carbon_system;

create table consultant_keys (
  id uuid primary key,
  consultant_id uuid not null references consultants (id),
  environment text not null check (environment in ('live', 'sandbox')),
  name text not null check (length(name) between 1 and 120),
  digest bytea not null,
  scopes text[] not null,
  prefix text not null,
  last_four text not null,
  expires_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text
);
create unique index consultant_keys_digest on consultant_keys (digest);
create index consultant_keys_list on consultant_keys (consultant_id, created_at desc, id desc);
grant select, insert on consultant_keys to carbon_system;
grant update (last_used_at, revoked_at, revoked_by) on consultant_keys to carbon_system;

-- What a company lets a consultant do. A grant for both environments has one row in each, with the same id.
create table consultant_grants (
  tenant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  id uuid not null,
  consultant_id uuid not null references consultants (id),
  scopes text[] not null,
  valid_from timestamptz not null,
  valid_to timestamptz,
  granted_by text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_by text,
  check (valid_to > valid_from),
  primary key (tenant_id, environment, id)
);
create index consultant_grants_consultant on consultant_grants (tenant_id, environment, consultant_id);
-- A consultant reads its grants across companies.
create index consultant_grants_list on consultant_grants (consultant_id, environment, created_at desc, id desc);
create index consultant_grants_id on consultant_grants (id);
select protect_tenant_table('consultant_grants');
grant select, insert on consultant_grants to carbon_app;
grant update (revoked_at, revoked_by) on consultant_grants to carbon_app;
create policy every_row on consultant_grants to carbon_system using (true);
grant select on consultant_grants to carbon_system;

-- A consultant without a client works in a space of its own, bound to the organisation's id. There it sees the grants it
-- holds and the companies that gave them, and nothing else.
create policy held_rows on consultant_grants for select to carbon_app
  using (consultant_id = current_setting('app.tenant')::uuid and environment = current_setting('app.environment'));
create policy granting_row on tenants for select to carbon_app
  using (exists (select from consultant_grants g
                 where g.tenant_id = tenants.id and g.consultant_id = current_setting('app.tenant')::uuid));
