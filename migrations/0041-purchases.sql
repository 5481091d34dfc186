-- What each source says of a purchase, so that the bank line, the ledger row and the invoice of one purchase find each
-- other. The ledger's own rows say what counts; this register only leads from one to the other.
create table purchases (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  document_id uuid not null,
  -- Activities of the document that are about this purchase.
  activity_ids jsonb not null,
  source text not null check (source in ('bank', 'ledger', 'invoice')),
  -- Letters and digits of the invoice number.
  number_key text,
  supplier_key text,
  -- Supplier's folded name without legal form, and the folded words of the line.
  name_key text,
  words text not null,
  net numeric,
  gross numeric,
  currency text,
  dated date not null,
  -- The purchase whose document counts instead of this one; null: this one counts.
  counted_by uuid,
  matched_by text check (matched_by in ('number', 'supplier')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index purchases_number on purchases (tenant_id, environment, number_key) where number_key is not null;
create index purchases_net on purchases (tenant_id, environment, net, dated) where net is not null;
create index purchases_gross on purchases (tenant_id, environment, gross, dated) where gross is not null;
create index purchases_counted_by on purchases (tenant_id, environment, counted_by) where counted_by is not null;

select protect_tenant_table('purchases');
grant select, insert, update (counted_by, matched_by) on purchases to carbon_app;
