-- How many entries of a document count now: corrections supersede, decisions add, exclusions end. Written in the transaction that
-- writes the entries. What a file's first reading counted stays in upload_files.entry_count, which nothing reads any more and only
-- a process of a release before this one writes, that still runs during an upgrade.
create table document_entry_counts (
  tenant_id uuid not null,
  environment text not null,
  document_id uuid not null,
  entry_count bigint not null,
  primary key (tenant_id, environment, document_id)
) with (fillfactor = 80);
select protect_tenant_table('document_entry_counts');
grant select, insert, update on document_entry_counts to carbon_app;

create view counted_documents with (security_invoker = true) as
  select tenant_id, environment, document_id, entry_count from document_entry_counts;
grant select on counted_documents to carbon_app;

-- A ledger that is there already: nothing may be added to it between the reading and the end of this migration.
lock table emission_entries in share row exclusive mode;
insert into document_entry_counts (tenant_id, environment, document_id, entry_count)
select e.tenant_id, e.environment, a.document_id, count(*)
from emission_entries e
join activities a on a.tenant_id = e.tenant_id and a.environment = e.environment and a.id = e.activity_id
where not e.inputs ? 'superseded_entry_id'
  and not exists (select from emission_entries s
    where s.tenant_id = e.tenant_id and s.environment = e.environment and s.supersedes_entry_id = e.id)
group by 1, 2, 3;
