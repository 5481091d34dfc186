-- What a person states of a line in place of what its document says. Later readings keep it; null: nothing.
alter table activity_splits add column stated jsonb check (jsonb_typeof(stated) = 'object');
-- Lists by date find the few lines whose date a person stated.
create index activity_splits_dated on activity_splits (tenant_id, environment, activity_id) 
  where (stated ->> 'transaction_date') is not null;

-- The same for the list of suppliers.
create index activity_splits_supplied on activity_splits (tenant_id, environment)
  where (stated #>> '{supplier,name}') is not null;

-- A decision that is taken back is forgotten.
grant delete on category_memory, category_line_memory to carbon_app;
