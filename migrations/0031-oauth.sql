-- Programs that registered themselves (RFC 7591). A program known by its metadata document has no row here.
create table oauth_clients (
  id text primary key,
  name text not null check (length(name) between 1 and 200),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 20),
  auth_method text not null check (auth_method in ('none', 'client_secret_post', 'client_secret_basic')),
  -- SHA-256 of the secret of a confidential client.
  secret_digest bytea,
  client_uri text,
  created_at timestamptz not null,
  -- The last time a grant of it was used or made; unused ones are removed.
  last_used_at timestamptz,
  check ((secret_digest is null) = (auth_method = 'none'))
);
create index oauth_clients_end on oauth_clients (coalesce(last_used_at, created_at));
grant select, insert, delete on oauth_clients to carbon_system;
grant update (last_used_at) on oauth_clients to carbon_system;

-- Client ID Metadata Documents as they were fetched, for as long as their HTTP headers allow.
create table oauth_client_documents (
  url text primary key,
  document jsonb not null,
  fetched_at timestamptz not null,
  expires_at timestamptz not null
);
grant select, insert, update, delete on oauth_client_documents to carbon_system;

-- Authorization requests that wait for a person's decision; bound to the account that opened them, decided once.
create table oauth_requests (
  digest bytea primary key,
  user_id uuid not null references users (id),
  client_id text not null,
  client jsonb not null,
  redirect_uri text not null,
  -- Whether the client named the address itself: it must then repeat it at the token endpoint.
  states_redirect_uri boolean not null,
  code_challenge text not null,
  state text,
  resource text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index oauth_requests_end on oauth_requests (expires_at);
grant select, insert, delete on oauth_requests to carbon_system;

-- What an administrator allowed a program to do for one company. It ends as a whole.
create table oauth_grants (
  tenant_id uuid not null references tenants (id),
  environment text not null check (environment = 'live'),
  id uuid not null,
  user_id uuid not null references users (id),
  client_id text not null,
  client_name text not null,
  -- Host of the address that answers were sent to, for people to recognise the program by.
  redirect_host text not null,
  resource text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  ended_at timestamptz,
  end_reason text check ((end_reason is null) = (ended_at is null)),
  primary key (tenant_id, environment, id)
);
create unique index oauth_grants_id on oauth_grants (id);
create index oauth_grants_list on oauth_grants (tenant_id, environment, created_at desc, id desc);
create index oauth_grants_client on oauth_grants (client_id);
select protect_tenant_table('oauth_grants');
create policy every_row on oauth_grants to carbon_system using (true) with check (true);
grant select, insert on oauth_grants to carbon_app;
grant update (ended_at, end_reason) on oauth_grants to carbon_app;
grant select, delete on oauth_grants to carbon_system;
grant update (last_used_at) on oauth_grants to carbon_system;

-- Authorization codes (60 seconds), access tokens (1 hour) and refresh tokens (60 days), by the SHA-256 of their value.
create table oauth_tokens (
  digest bytea primary key,
  kind text not null check (kind in ('code', 'access', 'refresh')),
  grant_id uuid not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Codes: what the exchange must match.
  redirect_uri text,
  states_redirect_uri boolean,
  code_challenge text,
  -- Codes and refresh tokens are used once; the next refresh token, and the sealed answer that a client known to race gets again.
  used_at timestamptz,
  successor_digest bytea,
  replay_sealed bytea
);
create index oauth_tokens_grant on oauth_tokens (grant_id);
create index oauth_tokens_end on oauth_tokens (expires_at);
grant select, insert, delete on oauth_tokens to carbon_system;
grant update (used_at, successor_digest, replay_sealed) on oauth_tokens to carbon_system;
