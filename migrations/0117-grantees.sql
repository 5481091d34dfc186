-- What a consultant set up under a grant stops with the grant. Null: the company's own.
alter table webhooks add column grant_id uuid;
alter table data_sources add column grant_id uuid;
create index webhooks_grant on webhooks (tenant_id, environment, grant_id) where grant_id is not null;
create index data_sources_grant on data_sources (tenant_id, environment, grant_id) where grant_id is not null;
grant update (grant_id) on webhooks to carbon_app;
grant select (grant_id) on webhooks to carbon_system;

-- What exists: by who made it, the grant of that time, else the newest one.
update webhooks w set grant_id = (
    select g.id from consultant_grants g
    where g.tenant_id = w.tenant_id and g.environment = w.environment
      and w.created_by like '%@consultant:' || g.consultant_id
    order by g.valid_from <= w.created_at desc, g.created_at desc limit 1)
  where w.created_by like 'consultant_key:%';
update data_sources d set grant_id = (
    select g.id from consultant_grants g
    where g.tenant_id = d.tenant_id and g.environment = d.environment
      and d.created_by like '%@consultant:' || g.consultant_id
    order by g.valid_from <= d.created_at desc, g.created_at desc limit 1)
  where d.created_by like 'consultant_key:%';

-- Whether a grant holds at a moment. Asked where something would leave the company, or come in, by a consultant's doing.
create function grant_holds(company uuid, place text, of_grant uuid, at timestamptz) returns boolean
language sql stable parallel safe as $$
  select exists (
    select from consultant_grants g
    where g.tenant_id = company and g.environment = place and g.id = of_grant and g.revoked_at is null
      and (g.valid_to is null or g.valid_to > at))
$$;
