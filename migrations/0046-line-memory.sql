-- What a person decided for lines of a supplier in the same words (digits left out) on the same account; '' is no account.
create table category_line_memory (
  tenant_id uuid not null,
  environment text not null,
  supplier_key text not null,
  gl_account text not null,
  words text not null,
  category_key text not null,
  decided_by text not null,
  decided_at timestamptz not null default now(),
  primary key (tenant_id, environment, supplier_key, gl_account, words)
);
create index category_line_memory_newest on category_line_memory (tenant_id, environment, decided_at desc);
select protect_tenant_table('category_line_memory');
grant select, insert, update on category_line_memory to carbon_app;
