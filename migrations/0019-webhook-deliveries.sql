-- Deliveries: one row per event and subscription, written in the transaction that emits the event. The database is the
-- queue, so that nothing can be lost between the commit and the sending.

-- Numbers the events of a tenant, so that receivers can order what arrives out of order.
create table event_sequences (
  tenant_id uuid not null,
  environment text not null,
  last bigint not null check (last > 0),
  primary key (tenant_id, environment)
);
select protect_tenant_table('event_sequences');
grant select, insert, update on event_sequences to carbon_app;

alter table outbox_events add column sequence bigint;
update outbox_events o set sequence = n.sequence
  from (select tenant_id, environment, id,
               row_number() over (partition by tenant_id, environment order by created_at, id) as sequence
          from outbox_events) n
 where (o.tenant_id, o.environment, o.id) = (n.tenant_id, n.environment, n.id);
alter table outbox_events alter column sequence set not null;
insert into event_sequences (tenant_id, environment, last)
  select tenant_id, environment, max(sequence) from outbox_events group by tenant_id, environment;
create unique index outbox_events_sequence on outbox_events (tenant_id, environment, sequence);

create table webhook_deliveries (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event text not null,
  -- The exact bytes that are signed and sent; null once its retention has passed.
  body text,
  -- event: made by the fan-out, or later for an event that was missed; replay: asked for by hand; test: a ping.
  kind text not null default 'event' check (kind in ('event', 'replay', 'test')),
  replay_of uuid,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- Attempts that were made and recorded; one that a dying process cut off does not count.
  attempts int not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz,
  -- Who sends it at present, and until when nobody else does.
  lease text,
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((status = 'pending') = (finished_at is null)),
  check (status <> 'pending' or (body is not null and next_attempt_at is not null)),
  check ((lease is null) = (leased_until is null)),
  primary key (tenant_id, environment, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500, fillfactor = 80);
-- Claims go round the endpoints that have something due; a lease that has ended makes its row due again.
create index webhook_deliveries_due on webhook_deliveries
  (tenant_id, environment, webhook_id, (coalesce(leased_until, next_attempt_at)), id) where status = 'pending';
create index webhook_deliveries_tests on webhook_deliveries (next_attempt_at) where status = 'pending' and kind = 'test';
create index webhook_deliveries_list on webhook_deliveries (tenant_id, environment, webhook_id, created_at desc, id desc);
create index webhook_deliveries_with_body on webhook_deliveries (finished_at)
  where finished_at is not null and body is not null;
create index webhook_deliveries_finished on webhook_deliveries (finished_at) where finished_at is not null and body is null;
select protect_tenant_table('webhook_deliveries');
create policy every_row on webhook_deliveries to carbon_system using (true) with check (true);
grant select, insert on webhook_deliveries to carbon_app;
grant update (status, next_attempt_at, lease, leased_until, finished_at) on webhook_deliveries to carbon_app;
grant select, delete on webhook_deliveries to carbon_system;
grant update (status, attempts, next_attempt_at, lease, leased_until, finished_at, body) on webhook_deliveries
  to carbon_system;

-- Nothing was delivered before this migration: there is no attempt whose delivery would have to be found.
alter table webhook_attempts
  add column delivery_id uuid not null,
  add column error_class text
    check (error_class in ('dns', 'blocked', 'connect', 'tls', 'timeout', 'reset', 'http')),
  -- The first 4 KiB of the answer.
  add column response_excerpt text,
  add column resolved_address text;
create index webhook_attempts_delivery on webhook_attempts (tenant_id, environment, delivery_id, attempt);
create policy every_row on webhook_attempts to carbon_system using (true) with check (true);
grant select, insert, delete on webhook_attempts to carbon_system;

alter table webhooks
  -- Start of the present run of only failures.
  add column first_failed_at timestamptz,
  -- The breaker: after several failures in a row nothing is sent until paused_until, then one delivery tries it.
  add column consecutive_failures int not null default 0,
  add column paused_until timestamptz,
  add column disabled_at timestamptz;
grant update (first_failed_at, consecutive_failures, paused_until, disabled_at) on webhooks to carbon_app;
create policy every_row on webhooks to carbon_system using (true) with check (true);
-- What sending needs: the address, whether it is wanted, and the secrets, sealed with the installation's key.
grant select (tenant_id, environment, id, url, status, secret_sealed, previous_secret_sealed, previous_secret_expires_at,
  last_delivered_at, last_failed_at, first_failed_at, consecutive_failures, paused_until) on webhooks to carbon_system;
grant update (last_delivered_at, last_failed_at, first_failed_at, consecutive_failures, paused_until) on webhooks
  to carbon_system;
