-- A record whose days lie in a closed year is kept: what it would count there waits to be restated, with the very entries in
-- held_entries. Rows with the new cause are written by this release alone; the release before it reads them as text and books them
-- as it does a correction.
alter table pending_restatements drop constraint pending_restatements_cause_check;
alter table pending_restatements add constraint pending_restatements_cause_check
  check (cause in ('document', 'credit_note', 'purchase', 'settlement', 'correction', 'record'));
alter table restatements drop constraint restatements_cause_check;
alter table restatements add constraint restatements_cause_check
  check (cause in ('document', 'credit_note', 'purchase', 'settlement', 'correction', 'record', 'decision'));
