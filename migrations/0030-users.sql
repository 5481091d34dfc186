-- Accounts of people belong to no company: one person may administer several, or none. Only the system role knows them,
-- and what a company sees of its members goes through the code of the users module.
create table users (
  id uuid primary key,
  -- Lower case: two spellings are one account.
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 200),
  language text not null default 'en' check (language in ('da', 'en')),
  -- argon2id in PHC form; null until the invitation was accepted.
  password_hash text,
  password_changed_at timestamptz,
  -- Secret of RFC 6238, sealed with the installation's key; in use from totp_confirmed_at on.
  totp_sealed bytea,
  totp_confirmed_at timestamptz,
  -- The last time step that was accepted: a code is used once.
  totp_last_step bigint,
  disabled_at timestamptz,
  last_login_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  check (totp_confirmed_at is null or totp_sealed is not null)
);
create unique index users_email on users (email);
grant select, insert on users to carbon_system;
grant update (name, language, password_hash, password_changed_at, totp_sealed, totp_confirmed_at, totp_last_step,
  disabled_at, last_login_at) on users to carbon_system;

-- Who works in a company, in both of its environments. Removed members have no row; the audit log remembers them.
create table tenant_members (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('admin', 'member')),
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);
create index tenant_members_user on tenant_members (user_id);
grant select, insert, delete on tenant_members to carbon_system;
grant update (role) on tenant_members to carbon_system;

-- Who works for a consultant organisation.
create table consultant_members (
  consultant_id uuid not null references consultants (id),
  user_id uuid not null references users (id),
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (consultant_id, user_id)
);
create index consultant_members_user on consultant_members (user_id);
grant select, insert, delete on consultant_members to carbon_system;

-- A browser that is logged in. The cookie's value is kept as its SHA-256 only.
create table user_sessions (
  digest bytea primary key,
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  -- When the password (and code) was last given: a fresh login is asked for before writes are granted.
  authenticated_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- 30 days after the login, whatever happens; without use it ends after 12 hours.
  expires_at timestamptz not null
);
create index user_sessions_user on user_sessions (user_id);
create index user_sessions_end on user_sessions (expires_at);
grant select, insert, delete on user_sessions to carbon_system;
grant update (last_seen_at, authenticated_at) on user_sessions to carbon_system;

-- Single-use links: invitations (7 days) and password resets (1 hour), by the SHA-256 of the link's secret.
create table user_links (
  digest bytea primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('invitation', 'password_reset')),
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index user_links_user on user_links (user_id);
create index user_links_end on user_links (expires_at);
grant select, insert, delete on user_links to carbon_system;
grant update (used_at) on user_links to carbon_system;

-- One-time codes for who has lost the device of the second factor.
create table user_recovery_codes (
  user_id uuid not null references users (id),
  digest bytea not null,
  used_at timestamptz,
  primary key (user_id, digest)
);
grant select, insert, delete on user_recovery_codes to carbon_system;
grant update (used_at) on user_recovery_codes to carbon_system;
