-- The period that a rule about its supplier gave a line which states none: {start, end, rule_id}. Null in every reading of before.
alter table activity_splits add column ruled_period jsonb check (jsonb_typeof(ruled_period) = 'object');
