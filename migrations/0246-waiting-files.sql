-- Files of which nothing could be booked before somebody enters them or answers their question: what they hold is in no total, and
-- nobody knows of which month it is. Written in the transaction that holds a file, or takes it on.
create table waiting_files (
  tenant_id uuid not null,
  environment text not null,
  file_id uuid not null,
  primary key (tenant_id, environment, file_id)
);
select protect_tenant_table('waiting_files');
grant select, insert, delete on waiting_files to carbon_app;

insert into waiting_files (tenant_id, environment, file_id)
select tenant_id, environment, id from upload_files where document_id is null and status = 'needs_review';
