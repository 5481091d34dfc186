-- An archive or a mail ends as unpacked; what was in it follows as files of the same upload.
alter table upload_files drop constraint upload_files_status_check;
alter table upload_files add constraint upload_files_status_check check
  (status in ('stored', 'processed', 'needs_review', 'duplicate', 'rejected', 'held_quota', 'unpacked'));

-- The file that this one was in.
alter table upload_files add column container_id uuid;
-- Kinds of the containers around it, outermost first, e.g. {zip,mail}: none may contain its own kind.
alter table upload_files add column containers jsonb not null default '[]';
