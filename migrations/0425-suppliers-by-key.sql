-- The company comes last, as in 0156: while a table has no statistics every index that begins with the company looks alike to the
-- planner, and each supplier of a first upload was looked for among all others.
alter table supplier_identities drop constraint supplier_identities_pkey;
alter table supplier_identities add primary key (id, tenant_id, environment);
drop index supplier_identities_of_root;
create index supplier_identities_of_root on supplier_identities (root_id, tenant_id, environment);
alter table supplier_identifiers drop constraint supplier_identifiers_pkey;
alter table supplier_identifiers add primary key (value, kind, supplier_identity_id, tenant_id, environment);
drop index supplier_identifiers_of_supplier;
create index supplier_identifiers_of_supplier on supplier_identifiers (supplier_identity_id, tenant_id, environment);
