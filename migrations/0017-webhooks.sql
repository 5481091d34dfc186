-- Subscriptions to events. The signing secret is needed in clear text for every delivery, so it is encrypted, not hashed.
create table webhooks (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  url text not null check (length(url) between 1 and 2048),
  description text check (length(description) <= 500),
  events text[] not null check (cardinality(events) > 0),
  -- disabled: by the service, after failures; deactivated: by the company, for good.
  status text not null default 'active' check (status in ('active', 'disabled', 'deactivated')),
  deactivated_reason text check ((deactivated_reason is not null) = (status <> 'active')),
  last_delivered_at timestamptz,
  last_failed_at timestamptz,
  secret_sealed bytea not null,
  signing_secret_last_four text not null,
  -- The secret before the last rotation signs as well until its end.
  previous_secret_sealed bytea,
  previous_secret_expires_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  check ((previous_secret_sealed is null) = (previous_secret_expires_at is null)),
  primary key (tenant_id, environment, id)
);
create index webhooks_list on webhooks (tenant_id, environment, created_at desc, id desc);
select protect_tenant_table('webhooks');
grant select, insert on webhooks to carbon_app;
grant update (status, deactivated_reason, last_delivered_at, last_failed_at, secret_sealed, signing_secret_last_four,
  previous_secret_sealed, previous_secret_expires_at) on webhooks to carbon_app;

-- One row per attempt to deliver one event to one subscription; what is kept of it is the outcome, never the body.
create table webhook_attempts (
  tenant_id uuid not null,
  environment text not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event text not null,
  attempt int not null check (attempt > 0),
  status text not null check (status in ('pending', 'delivered', 'retrying', 'failed')),
  http_status int check (http_status between 100 and 599),
  latency_ms int check (latency_ms >= 0),
  error text,
  attempted_at timestamptz,
  next_attempt_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index webhook_attempts_list on webhook_attempts (tenant_id, environment, webhook_id, created_at desc, id desc);
select protect_tenant_table('webhook_attempts');
grant select, insert on webhook_attempts to carbon_app;
grant update (status, http_status, latency_ms, error, attempted_at, next_attempt_at) on webhook_attempts to carbon_app;
