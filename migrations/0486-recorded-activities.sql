-- What lineage reads of records: the country that their statement names.
create view recorded_activities with (security_invoker = true) as
  select tenant_id, environment, activity_id, country from activity_records;
grant select on recorded_activities to carbon_app;
