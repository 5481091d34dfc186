-- What waits for a closed year tells its biogenic CO2 as well, which is reported beside the scopes (GHG Protocol Corporate Standard,
-- ch. 9), so that a line that changes nothing else waits like any other. The release before this one names its columns: rows that it
-- writes have 0, and it books those of this release as it books any other.
alter table pending_restatements
  add column biogenic_co2_before_kg numeric not null default 0,
  add column biogenic_co2_after_kg numeric not null default 0;
