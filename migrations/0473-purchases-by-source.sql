-- Of a supplier's purchases those of other sources than the one that arrives are asked for first, and mostly there are none: with the
-- source before the day they are found without a look at the others.
drop index purchases_supplier;
create index purchases_supplier on purchases (supplier_key, tenant_id, environment, source, dated) where supplier_key is not null;
drop index purchases_first_word;
create index purchases_first_word on purchases (name_lead, tenant_id, environment, source, dated) where name_lead is not null;
