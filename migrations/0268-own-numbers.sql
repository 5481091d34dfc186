-- The company's own CVR and VAT numbers and accounts, by which its sales are told from its purchases: a version per statement, the
-- newest holds, none is changed.
create table own_numbers (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  -- [{kind, number}], kind: cvr, vat, iban.
  numbers jsonb not null,
  set_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, id)
);
create index own_numbers_newest on own_numbers (tenant_id, environment, created_at desc, id desc);

select protect_tenant_table('own_numbers');
grant select, insert on own_numbers to carbon_app;
