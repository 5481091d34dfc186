-- One attester says the same of the same file once, as long as it stands. Equal ones from before stay as they are: the first
-- of them has the digest, so that another equal one is known for a repetition.
create function attestation_terms_sha256(name text, firm text, role text, engagement text, standard text, statement text)
returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(name, firm, role, engagement, standard, statement)::text, 'UTF8')), 'hex')
$$;

alter table report_attestations add column terms_sha256 text check (terms_sha256 ~ '^[0-9a-f]{64}$');
update report_attestations a
set terms_sha256 = attestation_terms_sha256(attester_name, attester_firm, attester_role, engagement_type, standard, statement)
where not exists (select from report_attestations e
  where e.tenant_id = a.tenant_id and e.environment = a.environment and e.report_id = a.report_id
    and e.consultant_id = a.consultant_id and e.attester_name = a.attester_name and e.attester_firm = a.attester_firm
    and e.attester_role = a.attester_role and e.engagement_type = a.engagement_type and e.standard = a.standard
    and e.statement = a.statement and e.status = a.status and (e.created_at, e.id) < (a.created_at, a.id));
create unique index report_attestations_once on report_attestations
  (tenant_id, environment, report_id, consultant_id, terms_sha256) where status = 'issued';
