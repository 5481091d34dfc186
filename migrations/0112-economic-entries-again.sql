-- Entries of e-conomic that name no currency were refused though they are in the agreement's own. They are forgotten once, so
-- that they are read again from the first one; what was taken stays known and is not taken twice.
delete from data_source_items i using data_sources s
where s.tenant_id = i.tenant_id and s.environment = i.environment and s.id = i.data_source_id
  and s.connector = 'economic' and i.status = 'failed' and i.error_code = 'bad_data' and i.external_id like 'entry/%';
update data_sources
set cursor = jsonb_build_object('last_entry', 0, 'last_document', coalesce(cursor -> 'last_document', '0'::jsonb))
where connector = 'economic' and cursor is not null;
