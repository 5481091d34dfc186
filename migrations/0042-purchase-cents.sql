-- Behind row-level security an index serves a condition only when its operator is leakproof: those of bigint are, those
-- of numeric are not.
alter table purchases add column net_cents bigint generated always as (round(net * 100)::bigint) stored;
alter table purchases add column gross_cents bigint generated always as (round(gross * 100)::bigint) stored;
drop index purchases_net;
drop index purchases_gross;
create index purchases_net on purchases (tenant_id, environment, net_cents, dated) where net_cents is not null;
create index purchases_gross on purchases (tenant_id, environment, gross_cents, dated) where gross_cents is not null;
