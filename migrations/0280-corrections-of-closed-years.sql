-- A correction of a line that a closed year counts is written and does not move the year: what it would change waits to be restated.
-- Rows with the new cause are written by this release alone; the release before it reads them as text.
alter table pending_restatements drop constraint pending_restatements_cause_check;
alter table pending_restatements add constraint pending_restatements_cause_check
  check (cause in ('document', 'credit_note', 'purchase', 'settlement', 'correction'));
alter table restatements drop constraint restatements_cause_check;
alter table restatements add constraint restatements_cause_check
  check (cause in ('document', 'credit_note', 'purchase', 'settlement', 'correction', 'decision'));

-- The entries that a corrected reading would count in closed years. Restating books these very figures; the row stays, so that a
-- reading that is taken back and put back is known whole. The service can add rows and read them, not change them.
create table held_entries (
  tenant_id uuid not null,
  environment text not null,
  activity_split_id uuid not null,
  -- [{from, to}], ISO dates: the closed years whose entries these are.
  years jsonb not null check (jsonb_typeof(years) = 'array'),
  -- Entries as they are inserted; empty: the reading counts nothing there.
  entries jsonb not null check (jsonb_typeof(entries) = 'array'),
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, activity_split_id)
);
select protect_tenant_table('held_entries');
grant select, insert on held_entries to carbon_app;
