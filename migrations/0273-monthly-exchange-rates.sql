-- Means of a month beside those of a year. A release before this one takes such a row for a central rate in force from its day on,
-- which is the newest mean published before a day.
alter table exchange_rates drop constraint exchange_rates_kind_check;
alter table exchange_rates add constraint exchange_rates_kind_check
  check (kind in ('daily', 'monthly_average', 'annual_average', 'central_rate'));
