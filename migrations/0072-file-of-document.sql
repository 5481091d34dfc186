-- Leads from a document to the file that it was read from.
create index upload_files_document on upload_files (tenant_id, environment, document_id) where document_id is not null;
