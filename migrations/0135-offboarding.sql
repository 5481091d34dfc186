-- Books that are closed: of a company that was erased, for good, or of a sandbox while it is being emptied. No tenant's table,
-- so that no tenant's work can read or change it.
create table closed_ledgers (
  company_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  reason text not null check (reason in ('erasure', 'reset')),
  closed_at timestamptz not null default now(),
  primary key (company_id, environment)
);
-- What writes for many companies at once leaves those out.
grant select on closed_ledgers to carbon_system;

-- True while the books of the session's company are open; else the insert fails, with a code of our own that says why. It
-- owns its right to look, because tenants' work has none.
create function ledger_is_open() returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  closed_for text;
begin
  select c.reason into closed_for from closed_ledgers c
  where c.company_id = current_setting('app.tenant')::uuid and c.environment = current_setting('app.environment');
  if closed_for = 'erasure' then
    raise exception 'the company was erased' using errcode = 'CL001';
  elsif closed_for = 'reset' then
    raise exception 'the sandbox is being emptied' using errcode = 'CL002';
  end if;
  return true;
end $$;
revoke execute on function ledger_is_open() from public;
grant execute on function ledger_is_open() to carbon_app;

-- The sub-select makes it one call per statement, however many rows.
create function refuse_closed_ledgers(table_name regclass) returns void language plpgsql as $$
begin
  execute format('create policy open_ledger on %s as restrictive for insert to carbon_app with check ((select ledger_is_open()))',
    table_name);
end $$;

-- As before, and nothing is added to closed books.
create or replace function protect_tenant_table(table_name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format(
    'create policy own_rows on %s to carbon_app
       using (tenant_id = current_setting(''app.tenant'')::uuid and environment = current_setting(''app.environment''))
       with check (tenant_id = current_setting(''app.tenant'')::uuid and environment = current_setting(''app.environment''))',
    table_name);
  perform refuse_closed_ledgers(table_name);
end $$;

do $$
declare
  protected regclass;
begin
  for protected in select polrelid::regclass from pg_policy where polname = 'own_rows' order by polrelid loop
    perform refuse_closed_ledgers(protected);
  end loop;
end $$;

-- Files that an erasure has still to remove: what it knows of them is their name on the disk. The rows are written in the
-- transaction that removes what named the documents, and go one by one with the files.
create table erased_files (
  company_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  -- sealed: the keyed name of a sealed document; clear: the name of one that an earlier version has left unsealed.
  kind text not null check (kind in ('sealed', 'clear')),
  name text not null check (name ~ '^[0-9a-f]{64}$'),
  primary key (company_id, environment, kind, name)
);

-- When a company, or a person's account, was erased.
alter table tenants add column erased_at timestamptz;
alter table users add column erased_at timestamptz;
