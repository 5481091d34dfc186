-- Events are kept as long as finished deliveries: nothing asks for older ones. They lie in the order in which they came,
-- so that a block range index finds the old ones and costs a commit nothing.
create index outbox_events_age on outbox_events using brin (created_at);

-- The service's roles may neither read events of all tenants nor delete any; they may ask for old ones to be forgotten.
create function forget_outbox_events(older_than timestamptz) returns bigint language sql security definer
  set search_path = public, pg_temp as $$
  with gone as (
    delete from outbox_events where created_at <= least(older_than, now() - interval '14 days') returning 1
  )
  select count(*) from gone
$$;
revoke all on function forget_outbox_events(timestamptz) from public;
grant execute on function forget_outbox_events(timestamptz) to carbon_system;
