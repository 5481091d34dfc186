-- What waits for a person, beside every total: which lines, what they cost, and what they would count by their best option.
-- Written in the transaction that writes the reading of a line. A line belongs to the months of its period, or else to that
-- of its date, both ends inclusive; ym is year x 12 + month - 1. Scope 0: nobody knows what was bought; scope 3 category 0:
-- none; the zero department: none.
create table waiting_lines (
  tenant_id uuid not null,
  environment text not null,
  -- The reading that waits.
  activity_split_id uuid not null,
  activity_id uuid not null,
  document_id uuid not null,
  from_ym int not null,
  to_ym int not null,
  scope smallint not null check (scope between 0 and 3),
  scope3_category smallint not null check (scope3_category between 0 and 15),
  department_id uuid not null,
  -- Of the money, excluding VAT where that is known: the company's own where a rate was known; '' without money.
  currency text not null,
  money numeric,
  -- kg CO2e market-based of the best option when the line was read; null: none can be calculated.
  estimated_kg numeric,
  primary key (tenant_id, environment, activity_split_id)
);
select protect_tenant_table('waiting_lines');
grant select, insert, delete on waiting_lines to carbon_app;

create table waiting_sums (
  tenant_id uuid not null,
  environment text not null,
  from_ym int not null,
  to_ym int not null,
  scope smallint not null,
  scope3_category smallint not null,
  department_id uuid not null,
  currency text not null,
  line_count bigint not null,
  money numeric not null,
  estimated_kg numeric not null,
  without_estimate_count bigint not null,
  primary key (tenant_id, environment, from_ym, to_ym, scope, scope3_category, department_id, currency)
) with (fillfactor = 80);
select protect_tenant_table('waiting_sums');
grant select, insert, update on waiting_sums to carbon_app;

create table waiting_documents (
  tenant_id uuid not null,
  environment text not null,
  document_id uuid not null,
  from_ym int not null,
  to_ym int not null,
  scope smallint not null,
  department_id uuid not null,
  line_count bigint not null,
  primary key (tenant_id, environment, document_id, from_ym, to_ym, scope, department_id)
) with (fillfactor = 80);
-- How many documents wait in a period is read from what waits now only.
create index waiting_documents_open on waiting_documents
  (tenant_id, environment, from_ym, to_ym, scope, department_id, document_id) where line_count > 0;
select protect_tenant_table('waiting_documents');
grant select, insert, update on waiting_documents to carbon_app;

-- A ledger that is there already: nothing may be added to it between the reading and the end of this migration. What its
-- lines would count was not kept, so they are told as lines without an estimate until they are read again.
lock table activity_splits in share mode;
insert into waiting_lines (tenant_id, environment, activity_split_id, activity_id, document_id, from_ym, to_ym, scope,
  scope3_category, department_id, currency, money, estimated_kg)
select tenant_id, environment, id, activity_id, document_id,
  (extract(year from starts_on) * 12 + extract(month from starts_on) - 1)::int,
  (extract(year from ends_on) * 12 + extract(month from ends_on) - 1)::int,
  scope, scope3_category, department_id,
  case when amount is null then '' else coalesce(currency, '') end, amount, null
from (
  select s.tenant_id, s.environment, s.id, s.activity_id, a.document_id,
    least(p.period_start, p.period_end) as starts_on, greatest(p.period_start, p.period_end) as ends_on,
    coalesce(c.default_scope, 0)::smallint as scope, coalesce(c.default_scope3_category, 0)::smallint as scope3_category,
    coalesce(s.department_id, '00000000-0000-0000-0000-000000000000') as department_id,
    coalesce(s.allocated_amount, (s.stated #>> '{amount,value}')::numeric, a.amount) as amount,
    coalesce(s.allocated_currency, s.stated #>> '{amount,currency}', a.currency) as currency
  from activity_splits s
  join activities a on a.tenant_id = s.tenant_id and a.environment = s.environment and a.id = s.activity_id
  left join emission_categories c on c.key = s.category_key and c.key <> 'unclassified.pending'
  cross join lateral (
    select coalesce((s.stated ->> 'transaction_date')::date, (a.transaction_date at time zone 'UTC')::date) as day,
      case when s.stated ? 'service_period' then (s.stated #>> '{service_period,start}')::date else a.service_period_start end as first_day,
      case when s.stated ? 'service_period' then (s.stated #>> '{service_period,end}')::date else a.service_period_end end as last_day
  ) as d
  cross join lateral (
    select coalesce(d.first_day, d.last_day, d.day) as period_start, coalesce(d.last_day, d.first_day, d.day) as period_end
  ) as p
  where s.status = 'pending_review' and not exists (select from activity_splits later
    where later.tenant_id = s.tenant_id and later.environment = s.environment and later.supersedes_split_id = s.id)
) as waiting;
insert into waiting_sums
select tenant_id, environment, from_ym, to_ym, scope, scope3_category, department_id, currency, count(*),
  coalesce(sum(money), 0), coalesce(sum(estimated_kg), 0), count(*) filter (where estimated_kg is null)
from waiting_lines group by 1, 2, 3, 4, 5, 6, 7, 8;
insert into waiting_documents
select tenant_id, environment, document_id, from_ym, to_ym, scope, department_id, count(*)
from waiting_lines group by 1, 2, 3, 4, 5, 6, 7;
