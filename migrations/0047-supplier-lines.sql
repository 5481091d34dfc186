-- Row security keeps expressions out of index conditions, so lines of a supplier are found by the plain columns. Names that
-- do not fit into an index entry are no suppliers' names.
drop index activities_supplier;
create index activities_supplier on activities (tenant_id, environment, supplier_identifier, supplier_name, id)
  where octet_length(coalesce(supplier_identifier, '')) <= 200 and octet_length(coalesce(supplier_name, '')) <= 800;
