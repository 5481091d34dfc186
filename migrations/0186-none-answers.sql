-- What a person answered for a year: that a scope, or a category of scope 3, has nothing. A scope 3 category of 0 stands for
-- the whole scope. Nothing is changed or removed: another answer is a new version, and the newest one counts.
create table none_answers (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  report_year int not null check (report_year between 1990 and 2100),
  scope smallint not null check (scope between 1 and 3),
  scope3_category smallint not null check (scope3_category between 0 and 15),
  version int not null check (version >= 1),
  status text not null check (status in ('none', 'withdrawn')),
  reason text not null check (length(reason) between 1 and 500),
  answered_by text not null,
  created_at timestamptz not null default now(),
  check (scope3_category = 0 or scope = 3),
  primary key (tenant_id, environment, id)
);
-- Two writers cannot both follow the same version.
create unique index none_answers_versions
  on none_answers (tenant_id, environment, report_year, scope, scope3_category, version);
create index none_answers_newest on none_answers (tenant_id, environment, created_at desc, id desc);
select protect_tenant_table('none_answers');
grant select, insert on none_answers to carbon_app;
