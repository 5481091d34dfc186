-- What payments and postings settle of what suppliers billed, where that is not one of each: a row per statement about a payment
-- and an item, none is changed or removed, the newest of a pair holds.
create table purchase_settlements (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  -- The purchase that a payment or posting tells of, and the one of the bill or posting that it may settle.
  payment_id uuid not null,
  item_id uuid not null,
  payment_source text not null check (payment_source in ('bank', 'ledger')),
  -- linked: a rule; proposed: a person is asked; confirmed, separated: a person said so; ended: the item counts no more.
  state text not null check (state in ('linked', 'proposed', 'confirmed', 'separated', 'ended')),
  -- What of the item it settles, signed, in the item's currency.
  amount numeric not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (id, tenant_id, environment)
);
create index purchase_settlements_of_payment on purchase_settlements (payment_id, tenant_id, environment);
create index purchase_settlements_of_item on purchase_settlements (item_id, tenant_id, environment);
select protect_tenant_table('purchase_settlements');
grant select, insert on purchase_settlements to carbon_app;

-- Open items of a supplier: by its key, by the first word of its name, and rows that name it in their words only. The key or word
-- comes first for the planner's sake, as in 0156.
create index purchases_supplier on purchases (supplier_key, tenant_id, environment, dated) where supplier_key is not null;
create index purchases_first_word on purchases ((split_part(name_key, ' ', 1)), tenant_id, environment, dated)
  where name_key is not null;
create index purchases_unnamed on purchases (tenant_id, environment, dated)
  where supplier_key is null and counted_by is null;
