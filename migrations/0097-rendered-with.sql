-- What a report's file was made of and with: whether a lost file can be made again to the byte, and if not, what differs.
-- Null for reports from before: what made them was not recorded.
alter table reports
  -- SHA-256 of the report's document, from which its form was drawn.
  add column document_sha256 text check (document_sha256 ~ '^[0-9a-f]{64}$'),
  -- Names of programs with their versions.
  add column rendered_with jsonb check (jsonb_typeof(rendered_with) = 'object');
