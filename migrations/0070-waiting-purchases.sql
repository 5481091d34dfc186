-- A purchase whose document waits for a person counts nothing yet, so it must not keep another source from counting it.
alter table purchases add column state text not null default 'settled'
  check (state in ('settled', 'waiting', 'dismissed'));
-- The waiting purchase that may be this one, as far as the amount says.
alter table purchases add column doubted_by uuid;
alter table purchases drop constraint purchases_source_check;
alter table purchases add constraint purchases_source_check check (source in ('bank', 'ledger', 'invoice', 'statement'));
-- What was bought, where a utility statement may tell of it, too: e.g. energy.electricity.
alter table purchases add column supply text;
-- From when on it tells of what was supplied.
alter table purchases add column since date;
create index purchases_open on purchases (tenant_id, environment, document_id)
  where state <> 'settled' or source in ('invoice', 'statement');
create index purchases_doubted_by on purchases (tenant_id, environment, doubted_by) where doubted_by is not null;
create index purchases_supply on purchases (tenant_id, environment, supply, dated) where supply is not null;
grant update (state, doubted_by) on purchases to carbon_app;
