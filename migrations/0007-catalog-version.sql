-- One row: which shipped tables are loaded, and a number that rises with every change of the reference tables.
create table catalog_version (
  is_single boolean primary key default true check (is_single),
  version bigint not null check (version > 0),
  shipped_content_hash text not null,
  changed_at timestamptz not null default now()
);
grant select on catalog_version to carbon_app, carbon_system;
