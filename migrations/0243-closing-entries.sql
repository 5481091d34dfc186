-- Entries that only end an earlier one: lists leave them out without reading the rows.
create index emission_entries_closing on emission_entries (tenant_id, environment, id) where inputs ? 'superseded_entry_id';
