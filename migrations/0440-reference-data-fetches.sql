-- When each dataset of a publisher is fetched next, and which process does: one of several, for as long as its lease lasts.
create table reference_data_schedule (
  dataset text primary key check (length(dataset) between 1 and 60),
  due_at timestamptz not null,
  locked_by uuid,
  locked_until timestamptz
);
grant select, insert, update on reference_data_schedule to carbon_system;

-- What was fetched, and what became of it. Rows are not changed.
create table reference_data_fetches (
  id uuid primary key,
  dataset text not null,
  url text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  outcome text not null check (outcome in ('imported', 'unchanged', 'refused', 'failed')),
  -- Null: nothing answered.
  http_status integer,
  body_bytes integer,
  -- SHA-256 (lower hex) of the file, as it was read; null: there was none.
  content_hash text check (content_hash ~ '^[0-9a-f]{64}$'),
  inserted integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  -- Why it was refused or failed, or why the first rows were; null: nothing was.
  reason text
);
create index reference_data_fetches_newest on reference_data_fetches (dataset, finished_at desc, id desc);
grant select, insert on reference_data_fetches to carbon_system;
