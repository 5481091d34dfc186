-- The queue. A job is enqueued by a tenant's transaction and claimed by the system role, in batches, with a lease.
create table jobs (
  id uuid primary key,
  tenant_id uuid not null,
  environment text not null,
  kind text not null,
  key text not null,
  payload jsonb not null,
  state text not null default 'ready' check (state in ('ready', 'running', 'done', 'dead')),
  run_at timestamptz not null default now(),
  attempts int not null default 0,
  max_attempts int not null default 5,
  locked_until timestamptz,
  locked_by text,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200, fillfactor = 70);
create unique index jobs_live on jobs (tenant_id, environment, kind, key) where state in ('ready', 'running');
-- Claims go round the tenants that have something ready, so that one tenant's backlog does not hold up the others.
create index jobs_ready on jobs (tenant_id, environment, run_at, id) where state = 'ready';
create index jobs_leases on jobs (locked_until) where state = 'running';
create index jobs_finished on jobs (finished_at) where state = 'done';

select protect_tenant_table('jobs');
create policy every_row on jobs to carbon_system using (true) with check (true);
grant select, insert on jobs to carbon_app;
grant select, insert, update, delete on jobs to carbon_system;
