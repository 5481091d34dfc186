-- Requests in the present window, for several processes on one database. Unlogged: a minute's counts are worth no recovery.
create unlogged table rate_counters (
  -- SHA-256 of what is counted, base64url: addresses and names are not kept.
  key text primary key check (length(key) = 43),
  window_ends_at timestamptz not null,
  used integer not null
) with (fillfactor = 50);
grant select, insert, update, delete on rate_counters to carbon_system;

-- Wrong passwords and codes of the present quarter of an hour. They outlast restarts and crashes.
create table login_attempts (
  key text primary key check (length(key) = 43),
  window_ends_at timestamptz not null,
  used integer not null
);
grant select, insert, update, delete on login_attempts to carbon_system;

-- Processes that serve requests, with their last sign of life: whether limits must be counted together.
create unlogged table service_processes (
  id uuid primary key,
  seen_at timestamptz not null
);
grant select, insert, update, delete on service_processes to carbon_system;
