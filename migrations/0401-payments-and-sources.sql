-- How a row of the bank moved money, and when a bill is due: by it a payment that names no supplier is held against bills. What a
-- company says of its sources: a version per statement, the newest holds, none is changed.
alter table purchases add column payment text check (payment in ('transfer', 'batch', 'card', 'debit', 'netting'));
alter table purchases add column due date;
create index purchases_unmatched on purchases (payment, tenant_id, environment, dated)
  where counted_by is null and payment in ('transfer', 'batch');
create index purchases_of_source on purchases (source, tenant_id, environment, dated);
create index purchases_of_cards on purchases (tenant_id, environment, dated) where payment = 'card';

create table purchase_sources (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  -- {invoices, ledger, bank, card}: the role of each that the company chose.
  roles jsonb not null,
  set_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, id)
);
create index purchase_sources_newest on purchase_sources (tenant_id, environment, created_at desc, id desc);
select protect_tenant_table('purchase_sources');
grant select, insert on purchase_sources to carbon_app;
