-- A company's statement of its financial years: a version per statement, the newest one counts. The service can add versions
-- and read them, not change them.
create table financial_year_statements (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  -- Whether the first stated year is the company's first of all: no year comes before it.
  is_first_of_all boolean not null,
  -- Stated years in order: [{"from": "2025-01-01", "to": "2026-06-30"}].
  years jsonb not null check (jsonb_typeof(years) = 'array'),
  reason text check (length(reason) between 1 and 2000),
  stated_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, id)
);
create index financial_year_statements_newest on financial_year_statements
  (tenant_id, environment, created_at desc, id desc);
select protect_tenant_table('financial_year_statements');
grant select, insert on financial_year_statements to carbon_app;

-- When financial years were closed and opened again: the newest row of a year says what it is.
create table financial_year_closings (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  period_from date not null,
  period_to date not null check (period_to > period_from),
  is_closed boolean not null,
  cause text not null check (cause in ('administrator', 'attestation')),
  -- Why it was opened again; of a closing what its administrator added.
  reason text check (length(reason) between 1 and 2000),
  -- The attested report that closed it.
  report_id uuid,
  decided_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  check (is_closed or reason is not null),
  check ((cause = 'attestation') = (report_id is not null)),
  primary key (tenant_id, environment, id)
);
create index financial_year_closings_newest on financial_year_closings
  (tenant_id, environment, period_to, created_at desc, id desc);
select protect_tenant_table('financial_year_closings');
grant select, insert on financial_year_closings to carbon_app;

-- Answers belong to the last financial year that ends in report_year; those of an earlier one that ends there too name its
-- last day. Rows of before have none.
alter table report_inputs add column period_end date;
create unique index report_inputs_period_versions on report_inputs
  (tenant_id, environment, report_year, datapoint, member, coalesce(period_end, 'infinity'::date), version);
drop index report_inputs_versions;

-- The period of a report that is not the calendar year report_year; null: it is.
alter table report_jobs add column period_from date, add column period_to date;
alter table reports add column period_from date, add column period_to date;

-- As before, of reports of the same period.
create or replace function newer_report(of_tenant uuid, of_environment text, of_job uuid) returns uuid
language sql stable as $$
  select newer.generated_report_id
  from report_jobs own
  cross join lateral (
    select n.generated_report_id from report_jobs n
    where n.tenant_id = own.tenant_id and n.environment = own.environment and n.report_year = own.report_year
      and n.standard_type = own.standard_type and n.format = own.format and n.language = own.language
      and n.status = 'completed' and n.asked_at > own.asked_at and n.snapshot_id <> own.snapshot_id
      and (n.template_sha256 is null) = (own.template_sha256 is null)
      and n.period_from is not distinct from own.period_from and n.period_to is not distinct from own.period_to
    order by n.asked_at desc limit 1
  ) newer
  where own.tenant_id = of_tenant and own.environment = of_environment and own.id = of_job
$$;

-- Whether an attester's organisation had itself entered what a report of this period tells, as before: answers (of all
-- financial years that end in report_year), entries from pictures, decisions on lines of its months.
create function consultant_entered_data(
  of_tenant uuid, of_environment text, of_year int, from_ym int, to_ym int, of_consultant uuid, until timestamptz
) returns boolean language sql stable as $$
  select exists (
    select from report_inputs i
    where i.tenant_id = of_tenant and i.environment = of_environment and i.report_year = of_year
      and i.created_at <= until and i.entered_by like '%@consultant:' || of_consultant
  ) or exists (
    select from activities a
    where a.tenant_id = of_tenant and a.environment = of_environment and a.ym between from_ym and to_ym
      and ((a.created_at <= until and a.ingested_by like '%@consultant:' || of_consultant)
        or exists (select from activity_splits s
          where s.tenant_id = of_tenant and s.environment = of_environment and s.activity_id = a.id
            and s.created_at <= until and s.created_by like '%@consultant:' || of_consultant))
  )
$$;
