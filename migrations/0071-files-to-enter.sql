-- A picture or PDF in which no amount can be read waits for a person, who enters what it says or leaves it out.
alter table upload_files drop constraint upload_files_status_check;
alter table upload_files add constraint upload_files_status_check check
  (status in ('stored', 'processed', 'needs_review', 'duplicate', 'rejected', 'held_quota', 'unpacked', 'excluded'));

-- What could be read of it all the same: members of RecognisedFacts.
alter table upload_files add column recognised jsonb;

create index upload_files_to_enter on upload_files (tenant_id, environment, sha256)
  where document_id is null and status in ('needs_review', 'excluded');
create index upload_files_list on upload_files (tenant_id, environment, created_at desc, id desc);

-- The status of a file as it is now: one that was read is processed as soon as none of its lines waits any more.
create function upload_file_status(of_tenant uuid, of_environment text, status text, of_document uuid) returns text
language sql stable as $$
  select case
    when status = 'needs_review' and of_document is not null and not exists (
      select from public.activities a join public.activity_splits s
        on s.tenant_id = of_tenant and s.environment = of_environment and s.activity_id = a.id
       and s.status = 'pending_review'
       and not exists (select from public.activity_splits later
         where later.tenant_id = of_tenant and later.environment = of_environment and later.supersedes_split_id = s.id)
      where a.tenant_id = of_tenant and a.environment = of_environment and a.document_id = of_document
    ) then 'processed'
    else status end
$$;
