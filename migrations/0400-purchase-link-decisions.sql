-- What people say of a payment or posting and what it settles: a row per decision, none is changed or removed. A decision that takes
-- another one back is a row of its own.
create table purchase_link_decisions (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  payment_id uuid not null,
  item_ids uuid[] not null,
  decision text not null check (decision in ('confirm', 'separate', 'undo')),
  -- The decision that is taken back; null: none is.
  undoes uuid,
  reason text not null,
  -- How the payment stood before and after, and which readings its lines got: what undoing needs.
  change jsonb not null,
  decided_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, id)
);
create index purchase_link_decisions_newest on purchase_link_decisions (tenant_id, environment, created_at desc, id desc);
create index purchase_link_decisions_of_payment on purchase_link_decisions (payment_id, tenant_id, environment, created_at desc);
create unique index purchase_link_decisions_undone_once on purchase_link_decisions (undoes, tenant_id, environment)
  where undoes is not null;
select protect_tenant_table('purchase_link_decisions');
grant select, insert on purchase_link_decisions to carbon_app;

-- withdrawn: a person took back what a person had said, and before that nobody had said anything. Any source may be evidence that a
-- person separates.
alter table purchase_settlements drop constraint purchase_settlements_state_check;
alter table purchase_settlements add constraint purchase_settlements_state_check
  check (state in ('linked', 'proposed', 'confirmed', 'separated', 'ended', 'withdrawn'));
alter table purchase_settlements drop constraint purchase_settlements_payment_source_check;
alter table purchase_settlements add constraint purchase_settlements_payment_source_check
  check (payment_source in ('bank', 'ledger', 'invoice', 'statement'));
-- The decision of a person that said so; null: a rule did, or a decision about the line.
alter table purchase_settlements add column decision_id uuid;
