-- A utility statement is compared with what is none, and the other way round: of one kind of supply a company may have a hundred
-- thousand postings and no statement, which this finds without looking at any of them.
drop index purchases_supply;
create index purchases_supply on purchases (tenant_id, environment, supply, ((source = 'statement')), dated) where supply is not null;
