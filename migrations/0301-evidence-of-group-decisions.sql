-- Stored files that the person named who decided about a group; decisions of before named none.
alter table review_group_decisions
  add column evidence jsonb not null default '[]' check (jsonb_typeof(evidence) = 'array');
