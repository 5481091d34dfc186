-- Whether an attester's organisation had itself entered what the report tells: answers, entries from pictures, decisions on
-- lines of the year. Keys of consultants act as "consultant_key:<id>@consultant:<organisation>".
create function consultant_entered_data(of_tenant uuid, of_environment text, of_year int, of_consultant uuid, until timestamptz)
returns boolean language sql stable as $$
  select exists (
    select from report_inputs i
    where i.tenant_id = of_tenant and i.environment = of_environment and i.report_year = of_year
      and i.created_at <= until and i.entered_by like '%@consultant:' || of_consultant
  ) or exists (
    select from activities a
    where a.tenant_id = of_tenant and a.environment = of_environment and a.ym between of_year * 12 and of_year * 12 + 11
      and ((a.created_at <= until and a.ingested_by like '%@consultant:' || of_consultant)
        or exists (select from activity_splits s
          where s.tenant_id = of_tenant and s.environment = of_environment and s.activity_id = a.id
            and s.created_at <= until and s.created_by like '%@consultant:' || of_consultant))
  )
$$;

alter table report_attestations add column firm_entered_data boolean not null default false;
update report_attestations a
set firm_entered_data = consultant_entered_data(a.tenant_id, a.environment, r.report_year, a.consultant_id, a.created_at)
from reports r
where r.tenant_id = a.tenant_id and r.environment = a.environment and r.id = a.report_id;

-- As before, and whether the attester had entered data; of many attestations the newest hundred.
create or replace function verify_report(file_sha256 text) returns table (
  environment text, standard_type text, format text, issued_at timestamptz, attestations jsonb
) language sql stable security definer set search_path = public, pg_temp as $$
  select r.environment, r.standard_type, r.format, r.created_at,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', a.attester_name, 'firm', a.attester_firm, 'role', a.attester_role,
        'engagement_type', a.engagement_type, 'standard', a.standard, 'attested_at', a.attested_at,
        'firm_entered_data', a.firm_entered_data,
        'status', case
          when a.status = 'withdrawn' then 'withdrawn'
          when newer_report(r.tenant_id, r.environment, r.job_id) is not null then 'void'
          else 'valid' end) order by a.attested_at, a.id)
      from (
        select n.* from report_attestations n
        where n.tenant_id = r.tenant_id and n.environment = r.environment and n.report_id = r.id
          and n.report_sha256 = r.sha256
        order by n.created_at desc, n.id desc limit 100
      ) a), '[]')
  from reports r
  where r.sha256 = file_sha256
  order by r.created_at, r.id limit 1
$$;
