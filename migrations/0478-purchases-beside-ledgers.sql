-- Each ledger asks what other sources tell of its suppliers, and read all postings of each to find none.
create index purchases_supplier_beside_ledgers on purchases (supplier_key, tenant_id, environment, dated)
  where supplier_key is not null and source <> 'ledger';
create index purchases_lead_beside_ledgers on purchases (name_lead, tenant_id, environment, dated)
  where name_lead is not null and source <> 'ledger';
