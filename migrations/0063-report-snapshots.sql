-- The figures of a report as they were frozen, each state once: every form and language of one state is rendered from this
-- row, so that all of them tell the same moment and the same head of the audit log, whenever they are asked for.
create table report_snapshots (
  tenant_id uuid not null,
  environment text not null,
  -- SHA-256 over the figures, without the audit head and the moment.
  snapshot_id text not null check (snapshot_id ~ '^[0-9a-f]{64}$'),
  snapshot jsonb not null,
  audit_head jsonb not null,
  frozen_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, snapshot_id)
);
select protect_tenant_table('report_snapshots');
grant select, insert on report_snapshots to carbon_app;

insert into report_snapshots (tenant_id, environment, snapshot_id, snapshot, audit_head, frozen_at)
select distinct on (tenant_id, environment, snapshot_id)
  tenant_id, environment, snapshot_id, snapshot - 'audit_head', snapshot->'audit_head', created_at
from report_jobs
order by tenant_id, environment, snapshot_id, created_at;

-- Jobs that an older process asks for meanwhile still carry their figures.
alter table report_jobs alter column snapshot drop not null;

alter table report_jobs
  add column stage text not null default 'frozen'
    check (stage in ('frozen', 'building', 'rendering', 'storing', 'done')),
  -- The workbook that was filled; null: the service's own form.
  add column template_sha256 text check (template_sha256 ~ '^[0-9a-f]{64}$'),
  -- When a request last found these figures to be the present ones.
  add column asked_at timestamptz;
update report_jobs set asked_at = created_at, stage = case when status = 'completed' then 'done' else stage end,
  snapshot = case when status in ('completed', 'failed') then null else snapshot end;
alter table report_jobs alter column asked_at set default clock_timestamp();
alter table report_jobs alter column asked_at set not null;
grant update (stage, asked_at) on report_jobs to carbon_app;

drop index report_jobs_same;
create unique index report_jobs_same on report_jobs
  (tenant_id, environment, report_year, standard_type, format, language, snapshot_id, coalesce(template_sha256, ''))
  where status <> 'failed';
