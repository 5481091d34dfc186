-- Rows of tables that state a quantity and no amount are known again by their day and quantity when another export brings them.
create index activities_of_quantities on activities (tenant_id, environment, transaction_date, quantity, id)
  where amount is null and line_kind in ('ledger_row', 'bill_row', 'bank_row');
