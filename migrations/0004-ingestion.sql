create table upload_batches (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  channel text not null check (channel in ('rest', 'legacy', 'cli', 'demo', 'connector')),
  created_by text not null,
  file_count int not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index upload_batches_list on upload_batches (tenant_id, environment, created_at desc, id desc);

create table upload_files (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  batch_id uuid not null,
  position int not null,
  name text not null,
  media_type text,
  size_bytes bigint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  status text not null check (status in ('stored', 'processed', 'needs_review', 'duplicate', 'rejected', 'held_quota')),
  document_id uuid,
  duplicate_of uuid,
  -- Month whose quota holds a place for this file.
  quota_period date,
  error jsonb,
  warnings jsonb not null default '[]',
  row_errors jsonb not null default '[]',
  activity_count int not null default 0,
  entry_count int not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, environment, id)
);
create index upload_files_batch on upload_files (tenant_id, environment, batch_id, position);
create index upload_files_open on upload_files (tenant_id, environment, status) where status in ('stored', 'held_quota');

create table data_sources (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  connector text not null,
  name text not null,
  status text not null check (status in ('connected', 'syncing', 'idle', 'error', 'needs_attention', 'paused')),
  last_sync_at timestamptz,
  next_sync_at timestamptz,
  error_message text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index data_sources_list on data_sources (tenant_id, environment, created_at desc, id desc);
create unique index data_sources_upload on data_sources (tenant_id, environment) where connector = 'upload';

-- What a person decided for a supplier (and account) before. gl_account '' means any account.
create table category_memory (
  tenant_id uuid not null,
  environment text not null,
  supplier_key text not null,
  gl_account text not null,
  category_key text not null,
  decided_by text not null,
  decided_at timestamptz not null default now(),
  primary key (tenant_id, environment, supplier_key, gl_account)
);

-- Rules that users write; the lowest position that matches wins. Null conditions match everything.
create table category_rules (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  position int not null,
  supplier_key text,
  gl_account text,
  text_contains text,
  category_key text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  check (supplier_key is not null or gl_account is not null or text_contains is not null),
  primary key (tenant_id, environment, id)
);
create index category_rules_order on category_rules (tenant_id, environment, position, id);

create table quota_usage (
  tenant_id uuid not null,
  environment text not null,
  period_start date not null,
  used int not null check (used >= 0),
  threshold_notified smallint not null default 0,
  primary key (tenant_id, environment, period_start)
);

do $$
declare table_name text;
begin
  foreach table_name in array array['upload_batches', 'upload_files', 'data_sources', 'category_memory', 'category_rules',
                                    'quota_usage'] loop
    perform protect_tenant_table(table_name::regclass);
  end loop;
end $$;

grant select, insert on upload_batches to carbon_app;
grant select, insert, update on upload_files, data_sources, category_memory, category_rules, quota_usage to carbon_app;
grant delete on category_rules to carbon_app;
