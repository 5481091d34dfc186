-- What is used over a period has an entry per month, dated on the last of its days. Null: the entry counts on its document's day.
alter table emission_entries
  add column document_date date,
  add column period_from date,
  add column period_to date;
