-- Whoever takes the exclusion of a record back is told of records of the same facts that count as well.
create or replace view recorded_activities with (security_invoker = true) as
  select tenant_id, environment, activity_id, country, fingerprint from activity_records;
