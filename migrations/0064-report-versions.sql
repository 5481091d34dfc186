-- The report that tells of the present figures where this one does not any more: same terms, other figures, found to be the
-- present ones later; null while the report is current.
create function newer_report(of_tenant uuid, of_environment text, of_job uuid) returns uuid
language sql stable as $$
  select newer.generated_report_id
  from report_jobs own
  join report_jobs newer on newer.tenant_id = own.tenant_id and newer.environment = own.environment
    and newer.report_year = own.report_year and newer.standard_type = own.standard_type and newer.format = own.format
    and newer.language = own.language and (newer.template_sha256 is null) = (own.template_sha256 is null)
    and newer.status = 'completed' and newer.snapshot_id <> own.snapshot_id and newer.asked_at > own.asked_at
  where own.tenant_id = of_tenant and own.environment = of_environment and own.id = of_job
  order by newer.asked_at desc, newer.id limit 1
$$;

-- An attester takes back what was signed; the row stays.
alter table report_attestations
  add column withdrawn_at timestamptz,
  add column withdrawn_by text,
  add check ((status = 'withdrawn') = (withdrawn_at is not null));
grant update (status, withdrawn_at, withdrawn_by) on report_attestations to carbon_app;

-- What anybody may learn who holds a file: whether it was issued here, and who attested it. Companies are not named; a
-- function answers, so that the role that asks can read no report, neither this company's nor another's.
create index reports_sha256 on reports (sha256);
create function verify_report(file_sha256 text) returns table (
  environment text, standard_type text, format text, issued_at timestamptz, attestations jsonb
) language sql stable security definer set search_path = public, pg_temp as $$
  select r.environment, r.standard_type, r.format, r.created_at,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', a.attester_name, 'firm', a.attester_firm, 'role', a.attester_role,
        'engagement_type', a.engagement_type, 'standard', a.standard, 'attested_at', a.attested_at,
        'status', case
          when a.status = 'withdrawn' then 'withdrawn'
          when newer_report(r.tenant_id, r.environment, r.job_id) is not null then 'void'
          else 'valid' end) order by a.attested_at, a.id)
      from report_attestations a
      where a.tenant_id = r.tenant_id and a.environment = r.environment and a.report_id = r.id
        and a.report_sha256 = r.sha256), '[]')
  from reports r
  where r.sha256 = file_sha256
  order by r.created_at, r.id limit 1
$$;
revoke execute on function verify_report(text) from public;
grant execute on function verify_report(text) to carbon_system;
