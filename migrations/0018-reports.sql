-- A request for a report with the figures frozen at that moment. Equal requests on equal figures are one job.
create table report_jobs (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  report_year int not null,
  standard_type text not null,
  format text not null,
  language text not null,
  -- SHA-256 over the figures; the snapshot also holds the head of the audit log.
  snapshot_id text not null check (snapshot_id ~ '^[0-9a-f]{64}$'),
  snapshot jsonb not null,
  missing_inputs jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed')),
  started_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  failure_reason text,
  generated_report_id uuid,
  requested_by text not null,
  created_at timestamptz not null default now(),
  check ((status = 'completed') = (generated_report_id is not null)),
  check ((status = 'failed') = (failure_reason is not null)),
  primary key (tenant_id, environment, id)
);
create unique index report_jobs_same on report_jobs
  (tenant_id, environment, report_year, standard_type, format, language, snapshot_id) where status <> 'failed';
select protect_tenant_table('report_jobs');
grant select, insert on report_jobs to carbon_app;
grant update (status, started_at, completed_at, failed_at, failure_reason, generated_report_id) on report_jobs to carbon_app;

-- A finished report: a file under its hash. It is never changed; a changed ledger makes a new one.
create table reports (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  job_id uuid not null,
  report_year int not null,
  standard_type text not null,
  format text not null,
  language text not null,
  filename text not null,
  file_size_bytes bigint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  snapshot_id text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index reports_list on reports (tenant_id, environment, created_at desc, id desc);
select protect_tenant_table('reports');
grant select, insert on reports to carbon_app;

-- Consultant sign-offs: each is bound to the bytes that were signed off.
create table report_attestations (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  report_id uuid not null,
  report_sha256 text not null,
  consultant_id uuid not null,
  attester_name text not null,
  attester_firm text not null,
  attester_role text not null,
  engagement_type text not null check (engagement_type in ('limited', 'reasonable', 'review')),
  standard text not null check (standard in ('ISSA 5000', 'ISAE 3410', 'ISAE 3000')),
  statement text not null check (length(statement) between 1 and 4000),
  status text not null default 'issued' check (status in ('issued', 'withdrawn')),
  attested_at timestamptz not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index report_attestations_list on report_attestations
  (tenant_id, environment, report_id, created_at desc, id desc);
select protect_tenant_table('report_attestations');
grant select, insert on report_attestations to carbon_app;
