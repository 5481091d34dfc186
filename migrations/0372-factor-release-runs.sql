-- Runs that preview, and then apply, other releases of factors to a company's financial year. Lines are prepared in batches, so that a
-- run goes on where a process was ended, and become visible with one commit.
create table factor_release_runs (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  period_from date not null,
  period_to date not null,
  -- replaced: another preview of the same year came after it.
  status text not null default 'previewing'
    check (status in ('previewing', 'previewed', 'applying', 'applied', 'failed', 'replaced')),
  -- subject, release and imports of each, with what was in force when it was asked for.
  releases jsonb not null check (jsonb_typeof(releases) = 'array'),
  -- Whether the lines of the year are listed.
  is_gathered boolean not null default false,
  reason text check (length(reason) between 1 and 2000),
  -- What it changes, by scope, once all lines are prepared.
  effect jsonb,
  failure text,
  requested_by text not null,
  applied_by text,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (tenant_id, environment, id)
);
create index factor_release_runs_newest on factor_release_runs (tenant_id, environment, created_at desc, id desc);
create unique index factor_release_runs_at_once on factor_release_runs (tenant_id, environment, period_to)
  where status in ('previewing', 'applying');

-- The lines of the year that such a run is about, and what it makes of each.
create table factor_release_lines (
  tenant_id uuid not null,
  environment text not null,
  run_id uuid not null,
  activity_split_id uuid not null,
  activity_id uuid not null,
  -- Null: not prepared. gone: it has another reading since, which has a row of its own. waits: no factor of the release counts it.
  outcome text check (outcome in ('changed', 'unchanged', 'waits', 'gone')),
  -- kg by scope and factors, before and after.
  told jsonb,
  -- The entries of the year that will count; null: those that count now.
  entries jsonb,
  primary key (tenant_id, environment, run_id, activity_split_id)
);
create index factor_release_lines_open on factor_release_lines (tenant_id, environment, run_id, activity_split_id)
  where outcome is null;

do $$
declare
  table_name text;
begin
  foreach table_name in array array['factor_release_runs', 'factor_release_lines'] loop
    perform protect_tenant_table(table_name::regclass);
    execute format('grant select, insert on %s to carbon_app', table_name);
  end loop;
end $$;
grant update (status, is_gathered, reason, effect, failure, applied_by, ended_at) on factor_release_runs to carbon_app;
grant update (outcome, told, entries), delete on factor_release_lines to carbon_app;
