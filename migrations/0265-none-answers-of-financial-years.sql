-- Answers that there is nothing are given for a financial year, which keeps its days whatever years are stated later. Null in
-- answers of before, which hold for the calendar year that they were given for. Two years may end in one calendar year: versions
-- are those of the same days.
alter table none_answers
  add column period_from date,
  add column period_to date,
  add check ((period_from is null) = (period_to is null) and period_from <= period_to);
create unique index none_answers_versions_of_days on none_answers (tenant_id, environment,
  coalesce(period_from, make_date(report_year, 1, 1)), coalesce(period_to, make_date(report_year, 12, 31)), scope, scope3_category,
  version);
drop index none_answers_versions;
