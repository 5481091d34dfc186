-- Two suppliers that may be one are shown with how much was bought from each.
create or replace view counted_purchases with (security_invoker = true) as
  select tenant_id, environment, document_id, counted_by, supplier_key from purchases;
