-- Every upload asks which suppliers are one with others: few are, and all of the company's were read to find none.
create index supplier_identities_merged on supplier_identities (tenant_id, environment, root_id) where merged_into_id is not null;
