-- A key that another key makes ends with it. Keys of earlier versions, and the operator's, have no parent.
alter table api_keys add column parent_id uuid;
-- The newest key of its rotation: what the key makes during its overlap belongs to that one.
alter table api_keys add column replaced_by uuid;
create index api_keys_children on api_keys (tenant_id, environment, parent_id) where parent_id is not null;
create index api_keys_replaced on api_keys (tenant_id, environment, replaced_by) where replaced_by is not null;
