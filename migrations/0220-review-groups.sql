-- Groups of like waiting lines: what each line is grouped by and what its options would count, kept with it as it is read; and
-- decisions about whole groups, with the lines that they were about, so that one decision is told and undone as one.
alter table waiting_lines
  -- The supplier as the memory of categories keys it; '': none is named.
  add column supplier_key text not null default '',
  add column gl_account text not null default '',
  -- Suggested category; '': nothing is suggested.
  add column category_key text not null default '',
  -- Why the line waits; see review items.
  add column code text not null default '',
  -- Day of the line.
  add column on_date date not null default '1970-01-01',
  -- kg CO2e market-based by category, as decimal text; null: nothing can be calculated.
  add column option_kg jsonb not null default '{}';
-- Lines that wait already have their supplier by number or plain name; what their options would count was not kept.
update waiting_lines w set
  supplier_key = case
    when r.number ~ '^((DK)?CVR|DKSE|DK|0184)?[0-9]{8}$' then 'id:' || right(r.number, 8)
    when r.number ~ '[0-9]' and length(r.number) >= 5 then 'id:' || left(r.number, 40)
    when r.name is null then ''
    else 'name:' || left(r.name, 200) end,
  gl_account = left(coalesce(r.gl_account, ''), 100),
  category_key = case r.category_key when 'unclassified.pending' then '' else r.category_key end,
  code = coalesce(r.review_code, 'category_needs_person'),
  on_date = r.on_date
from (
  select s.tenant_id, s.environment, s.id, s.category_key, s.review_code, a.gl_account,
    regexp_replace(upper(coalesce(
      case when s.stated ? 'supplier' then s.stated #>> '{supplier,identifier}' else a.supplier_identifier end, '')), '[^0-9A-Z]', '', 'g') as number,
    nullif(trim(lower(coalesce(s.stated #>> '{supplier,name}', a.supplier_name))), '') as name,
    coalesce((s.stated ->> 'transaction_date')::date, (a.transaction_date at time zone 'UTC')::date) as on_date
  from activity_splits s
  join activities a on a.tenant_id = s.tenant_id and a.environment = s.environment and a.id = s.activity_id
  where s.status = 'pending_review'
) as r
where w.tenant_id = r.tenant_id and w.environment = r.environment and w.activity_split_id = r.id;
create index waiting_lines_groups on waiting_lines (tenant_id, environment, supplier_key, gl_account, code, category_key);

create table review_group_decisions (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  decision text not null check (decision in ('accept', 'recategorize', 'exclude', 'mark_duplicate')),
  category_key text,
  facts jsonb not null,
  reason text check (length(reason) between 1 and 500),
  -- What the lines had in common.
  supplier_name text,
  gl_account text,
  code text not null,
  suggested_category_key text,
  -- The rule for later lines that came with it; null: none.
  category_rule_id uuid,
  line_count int not null check (line_count >= 1),
  decided_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  undo_reason text check (length(undo_reason) between 1 and 500),
  undone_by text,
  undone_at timestamptz,
  primary key (tenant_id, environment, id)
);
create index review_group_decisions_newest on review_group_decisions (tenant_id, environment, created_at desc, id desc);
select protect_tenant_table('review_group_decisions');
grant select, insert, update on review_group_decisions to carbon_app;

create table review_group_lines (
  tenant_id uuid not null,
  environment text not null,
  decision_id uuid not null,
  activity_id uuid not null,
  -- The reading that was decided about.
  split_id uuid not null,
  -- Null: not reached yet. withdrawn: the decision was undone before it was reached.
  outcome text check (outcome in ('decided', 'changed_meanwhile', 'failed', 'withdrawn')),
  error_code text,
  error_detail text,
  -- The reading that the decision made.
  decided_split_id uuid,
  undo_outcome text check (undo_outcome in ('undone', 'changed_meanwhile', 'failed')),
  undo_error_code text,
  undo_error_detail text,
  primary key (tenant_id, environment, decision_id, activity_id)
);
create index review_group_lines_open on review_group_lines (tenant_id, environment, decision_id, activity_id)
  where outcome is null;
select protect_tenant_table('review_group_lines');
grant select, insert, update on review_group_lines to carbon_app;
