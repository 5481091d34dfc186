-- What a department has become since it was created: a version per change, none is changed. The department's own row is its
-- first version, so an earlier release that runs beside this one goes on adding departments as before.
create table department_versions (
  tenant_id uuid not null,
  environment text not null,
  department_id uuid not null,
  -- 1 is the row in departments.
  version int not null check (version >= 2),
  name text not null check (length(name) between 1 and 120),
  code text,
  parent_id uuid check (parent_id <> department_id),
  -- The last day of the department; null: it is open.
  closed_on date,
  -- Names of what differs from the version before.
  changed text[] not null,
  reason text not null check (length(reason) between 1 and 500),
  stated_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, department_id, version)
);
select protect_tenant_table('department_versions');
grant select, insert on department_versions to carbon_app;
revoke update on departments from carbon_app;
