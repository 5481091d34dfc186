-- The invoice that a corrected one (UNTDID 1001 code 384) takes the place of: letters and digits of its number. It may come after the
-- corrected one, and is not to count beside it then. Null: it takes the place of none, or was recorded before this was kept.
alter table purchases add column corrects_key text;
create index purchases_corrects on purchases (corrects_key, tenant_id, environment) where corrects_key is not null;
