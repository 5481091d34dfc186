-- What the malware scanner said of a file, and when; unscanned: none has looked at it.
alter table upload_files
  add column scan text not null default 'unscanned' check (scan in ('unscanned', 'clean', 'infected')),
  add column scanned_at timestamptz;

-- A content that was found infected once is never handed out, whatever other files have it.
create index upload_files_infected on upload_files (tenant_id, environment, sha256) where scan = 'infected';
