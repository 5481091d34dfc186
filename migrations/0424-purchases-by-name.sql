-- The first word of a supplier's name as a column: behind row-level security an index serves a condition only when all of it is
-- leakproof, which `split_part` is not, so that each name was looked for among all purchases of the company.
alter table purchases add column name_lead text generated always as (split_part(name_key, ' ', 1)) stored;
drop index purchases_first_word;
create index purchases_first_word on purchases (name_lead, tenant_id, environment, dated) where name_lead is not null;
