-- The ledger sorted by kg, and sums over what a filter leaves of it, from the index alone: the columns that filter lie beside the
-- order, so that of a million entries only the rows that are shown are fetched.
create index emission_entries_by_kg on emission_entries (tenant_id, environment, market_based_kg desc, id desc)
  include (transaction_date, scope, category_key, calculation_method, data_quality_score, location_based_kg);
