-- Which installation this database belongs to: the store of documents names the same one, so that a process that was given
-- another directory than its peers is refused before it takes anything in. Only the login user reads it, at the start.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  created_at timestamptz not null default now()
);
