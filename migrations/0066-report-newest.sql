-- The newest version of a report is the first row of this index, however many versions there are.
create index report_jobs_versions on report_jobs
  (tenant_id, environment, report_year, standard_type, format, language, asked_at desc) where status = 'completed';

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
    order by n.asked_at desc limit 1
  ) newer
  where own.tenant_id = of_tenant and own.environment = of_environment and own.id = of_job
$$;
