-- What happened in the company, newest first, by kind of record and by who did it, without going through the events of single lines
-- that were read, mapped and calculated: of a million entries there are three million.
create index audit_events_told on audit_events
  (tenant_id, environment, split_part(action, '.', 1), ts, action, actor, seq)
  where action not in ('activity.recorded', 'activity_split.recorded', 'emission_entry.calculated');
create index audit_events_told_of_actor on audit_events
  (tenant_id, environment, actor, split_part(action, '.', 1), ts, action, seq)
  where action not in ('activity.recorded', 'activity_split.recorded', 'emission_entry.calculated');

-- Events about a file say its id; who reads them looks for its name.
create or replace view received_files with (security_invoker = true) as
  select tenant_id, environment, batch_id, status, document_id, id, name from upload_files;

-- What events are about, by name.
create view supplier_names with (security_invoker = true) as
  select tenant_id, environment, id, supplier_name from suppliers;
grant select on supplier_names to carbon_app;

create view scenario_names with (security_invoker = true) as
  select tenant_id, environment, id, name, status, created_by_consultant from scenarios;
grant select on scenario_names to carbon_app;

create view tiltag_names with (security_invoker = true) as
  select tenant_id, environment, id, scenario_id, name from tiltag;
grant select on tiltag_names to carbon_app;

create view tiltag_version_names with (security_invoker = true) as
  select tenant_id, environment, tiltag_id, version, name from tiltag_versions;
grant select on tiltag_version_names to carbon_app;

create view target_names with (security_invoker = true) as
  select tenant_id, environment, id, name from targets;
grant select on target_names to carbon_app;

create view target_version_names with (security_invoker = true) as
  select tenant_id, environment, target_id, version, name from target_versions;
grant select on target_version_names to carbon_app;

create view data_source_names with (security_invoker = true) as
  select tenant_id, environment, id, name from data_sources;
grant select on data_source_names to carbon_app;

create view company_factor_names with (security_invoker = true) as
  select tenant_id, environment, id, name from company_factors;
grant select on company_factor_names to carbon_app;
