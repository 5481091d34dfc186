-- What a record covers: rows of the books on its accounts, in its period, are evidence of it and count nothing. Written with the
-- record; `answered` keeps the figures that a person saw who said that the record stands as it is.
create table record_covers (
  tenant_id uuid not null,
  environment text not null,
  -- The record.
  activity_id uuid not null,
  period_from date not null,
  period_to date not null,
  -- Numbers or names of accounts as they were stated; empty: the supplier alone tells the rows.
  accounts jsonb not null check (jsonb_typeof(accounts) = 'array'),
  -- Name or company number; null: any.
  supplier text check (length(supplier) between 1 and 200),
  -- By measure the figure of the record and that of the rows, decimal text, and the documents that count beside it; null: nobody
  -- answered.
  answered jsonb,
  primary key (tenant_id, environment, activity_id),
  check (period_from <= period_to),
  check (jsonb_array_length(accounts) > 0 or supplier is not null)
);
select protect_tenant_table('record_covers');
grant select, insert, update (answered) on record_covers to carbon_app;

-- Rows that a record took as evidence, with the reading that each had before: leaving the record out gives them that one back.
create table covered_rows (
  tenant_id uuid not null,
  environment text not null,
  record_activity_id uuid not null,
  -- The row.
  activity_id uuid not null,
  before_split_id uuid not null,
  -- taken: it is evidence; elsewhere: another document of its purchase counts; returned: it was given back.
  state text not null check (state in ('taken', 'elsewhere', 'returned')),
  primary key (tenant_id, environment, record_activity_id, activity_id)
);
create index covered_rows_of_activity on covered_rows (tenant_id, environment, activity_id) where state <> 'returned';
select protect_tenant_table('covered_rows');
grant select, insert, update (before_split_id, state) on covered_rows to carbon_app;
