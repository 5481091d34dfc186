-- After a large recording the tables have grown to many times what the planner knows of them, and until autovacuum has looked, which
-- takes a minute or more, statements are planned for tables that are nearly empty. Looks at those that have doubled since.
create function refresh_statistics(grown_tables text[]) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  grown text;
  refreshed integer := 0;
begin
  for grown in
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r'
      and c.relname = any(grown_tables)
      and pg_relation_size(c.oid) / current_setting('block_size')::integer > 2 * greatest(c.relpages, 25)
    order by c.relname
  loop
    execute format('analyze (skip_locked) %I', grown);
    refreshed := refreshed + 1;
  end loop;
  return refreshed;
end $$;
revoke all on function refresh_statistics(text[]) from public;
grant execute on function refresh_statistics(text[]) to carbon_app;
