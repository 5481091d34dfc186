-- What a company has chosen of the ways in which emissions may be counted: a version per choice, the newest one counts. The
-- service can add versions and read them, not change them.
create table company_settings (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  -- Flights and air freight with the multiplier for effects besides CO2.
  aviation_non_co2 boolean not null,
  set_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, id)
);
create index company_settings_newest on company_settings (tenant_id, environment, created_at desc, id desc);
select protect_tenant_table('company_settings');
grant select, insert on company_settings to carbon_app;
