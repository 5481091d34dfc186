-- Sources that the service fetches from. Settings are shown to whoever may read the source; credentials are sealed.
alter table data_sources
  add column connection jsonb not null default '{}',
  add column credentials_sealed bytea,
  -- Fingerprint of the server's host key, pinned at the first contact.
  add column host_key text,
  -- Which mailbox, bucket, folder or agreement this is: a source that is made again takes nothing twice.
  add column origin text,
  -- Where the next look begins, as the connector wrote it.
  add column cursor jsonb,
  -- Number of the present run: a run that was overtaken writes nothing any more.
  add column run int not null default 0,
  add column interval_minutes int not null default 60 check (interval_minutes between 5 and 10080),
  add column error_code text,
  add column consecutive_failures int not null default 0,
  add column created_by text,
  add column deleted_at timestamptz;
create index data_sources_due on data_sources (next_sync_at) where next_sync_at is not null;
create policy every_row on data_sources for select to carbon_system using (true);
grant select (tenant_id, environment, id, next_sync_at) on data_sources to carbon_system;

-- What was fetched, once per origin, item and revision.
create table data_source_items (
  tenant_id uuid not null,
  environment text not null,
  origin text not null check (length(origin) <= 64),
  -- SHA-256 of the item's id and revision: ids may be longer than an index takes.
  item_key text not null check (item_key ~ '^[0-9a-f]{64}$'),
  data_source_id uuid not null,
  external_id text not null,
  revision text not null,
  status text not null check (status in ('taken', 'failed')),
  -- Null when the item failed; rows of one page share a file.
  file_id uuid,
  error_code text,
  error_message text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, origin, item_key)
);
create index data_source_items_failed on data_source_items (tenant_id, environment, data_source_id) where status = 'failed';
select protect_tenant_table('data_source_items');
grant select, insert, update on data_source_items to carbon_app;

-- Null: the files were uploaded.
alter table upload_batches add column data_source_id uuid;
grant update (data_source_id) on upload_batches to carbon_app;
