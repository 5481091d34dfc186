-- Every invoice asks whether a credit note of its supplier waits for it, hardly any does, and all lines of the company were read to find
-- none.
create index activity_splits_unmatched_credits on activity_splits (tenant_id, environment, activity_id)
  where status = 'pending_review' and review_code = 'credit_unmatched';

-- What no statement is planned by: sorting thousands of documents in a column was nearly all of the time that a look at these tables
-- takes, and a company's first files are recorded between several such looks.
alter table emission_entries alter column factor set statistics 0, alter column inputs set statistics 0,
  alter column conversions set statistics 0, alter column formula set statistics 0;
alter table activity_splits alter column candidates set statistics 0, alter column conversion set statistics 0;
