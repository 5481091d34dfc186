-- What a company says of the columns of a source, and how the source writes costs: a version per statement, none is changed.
create table column_mappings (
  tenant_id uuid not null,
  environment text not null,
  -- Of the source; its versions share it.
  id uuid not null,
  version integer not null check (version >= 1),
  status text not null check (status in ('in_force', 'withdrawn')),
  -- Where such tables are fetched; null: they are uploaded.
  data_source_id uuid,
  -- SHA-256 of the names of the headings in any order.
  head_key text not null check (head_key ~ '^[0-9a-f]{64}$'),
  -- [{heading, occurrence, meaning, unit}]
  columns jsonb not null,
  -- How costs are written; null: not stated.
  amounts text check (amounts in ('costs_positive', 'costs_negative', 'debit_credit')),
  reason text check (length(reason) between 1 and 500),
  stated_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, id, version)
);
create unique index column_mappings_source on column_mappings
  (tenant_id, environment, head_key, coalesce(data_source_id, '00000000-0000-0000-0000-000000000000'), version);
create index column_mappings_newest on column_mappings (tenant_id, environment, created_at desc, id desc);

select protect_tenant_table('column_mappings');
grant select, insert on column_mappings to carbon_app;

-- The tables of a file as a person is shown them (DescribedTable), and what is asked of them before any row is booked
-- (TableQuestion); null: the file has no tables, nothing is asked.
alter table upload_files add column tables jsonb, add column question jsonb;
create index upload_files_asking on upload_files (tenant_id, environment, (question ->> 'head_key'))
  where question is not null and document_id is null;
