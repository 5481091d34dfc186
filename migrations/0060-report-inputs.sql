-- Answers of the company to what a report asks for and the ledger does not know: a cell per year, datapoint and member.
-- Nothing is changed or removed: another answer is a new version, and the newest one counts.
create table report_inputs (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  report_year int not null check (report_year between 1990 and 2100),
  datapoint text not null check (length(datapoint) between 1 and 300),
  -- Member of the datapoint's dimension, or the key of a row (a site, a subsidiary); empty where there is no dimension.
  member text not null check (length(member) <= 300),
  version int not null check (version >= 1),
  status text not null check (status in ('reported', 'omitted', 'not_applicable', 'withdrawn')),
  value jsonb,
  -- Why the datapoint is omitted or does not apply.
  note text check (length(note) between 1 and 2000),
  supersedes_id uuid,
  entered_by text not null,
  created_at timestamptz not null default now(),
  check ((status = 'reported') = (value is not null)),
  check (status <> 'omitted' or note is not null),
  check ((version = 1) = (supersedes_id is null)),
  primary key (tenant_id, environment, id)
);
-- Two writers cannot both follow the same version.
create unique index report_inputs_versions
  on report_inputs (tenant_id, environment, report_year, datapoint, member, version);
select protect_tenant_table('report_inputs');
grant select, insert on report_inputs to carbon_app;
