-- Whether the money of a document's lines was spent is asked for lines that are kept out of the inventory.
create index purchases_document on purchases (tenant_id, environment, document_id);
