-- The document comes first: an index that begins with the company looks good for every question about purchases while the
-- table has no statistics yet, and what is near an amount would be read through all of the company's.
drop index purchases_document;
create index purchases_document on purchases (document_id, tenant_id, environment);
