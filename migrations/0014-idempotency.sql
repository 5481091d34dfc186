-- One row per Idempotency-Key of a credential: first a lease on the work, then its sealed answer, gone after a day.
create table idempotency_keys (
  tenant_id uuid not null,
  environment text not null,
  -- SHA-256 of credential, method, path and key: the key itself is not kept.
  scope_digest text not null check (scope_digest ~ '^[0-9a-f]{64}$'),
  -- SHA-256 of what was sent.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- Who works on the request, and until when nobody else may.
  lease uuid,
  leased_until timestamptz,
  -- Encrypted with a key that only the service and the presented credential make together.
  answer bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((answer is null) = (lease is not null)),
  check ((lease is null) = (leased_until is null)),
  primary key (tenant_id, environment, scope_digest)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
select protect_tenant_table('idempotency_keys');
grant select, insert, update, delete on idempotency_keys to carbon_app;

-- The system role removes what has expired, of all companies; it can read no answer.
create policy every_row on idempotency_keys to carbon_system using (true);
grant select (tenant_id, environment, scope_digest, expires_at), delete on idempotency_keys to carbon_system;
