-- Statistics across companies, of those whose administrators agreed, each for the own company; nobody has agreed unless somebody
-- said so, and who takes it back counts no more from the next question on: nothing is copied.
alter table company_settings add column shares_decisions boolean not null default false;
alter table company_settings add column shares_decisions_by text;
alter table company_settings add column shares_decisions_at timestamptz;

-- Decisions about one supplier, of whichever company.
create index category_memory_of_supplier on category_memory (supplier_key, tenant_id) where environment = 'live';

-- What people of other companies decided about suppliers, for the company and environment that the session is bound to: how many
-- companies, and of no other company anything else. Tenants' work may read no rows of another company, so a function does it, and
-- holds to this:
--   only a company that shares its own decisions is answered, and only in its live books
--   only decisions of people who were logged in themselves count, not of keys, assistants or the service
--   companies that are shut out or erased, and those that the command for a demo made, do not count and are not answered
--   companies with an administrator, a person who decided or a consultant in common count as one; those that have one in common
--   with the company that asks count not at all
--   a category that fewer than three of these chose does not exist, and numbers are told in steps: one company more or less
--   mostly shows in nothing
create function decisions_of_companies(of_company uuid, of_environment text, cvrs text[])
returns table (cvr text, category_key text, companies integer)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if of_company <> current_setting('app.tenant')::uuid or of_environment <> current_setting('app.environment') then
    raise exception 'not the tenant of this session' using errcode = '42501';
  end if;
  if of_environment <> 'live' or not coalesce((
    select s.shares_decisions from company_settings s
    where s.tenant_id = of_company and s.environment = 'live'
    order by s.created_at desc, s.id desc limit 1), false)
  then
    return;
  end if;
  return query
  with sharing as materialized (
    select newest.tenant_id
    from (
      select distinct on (s.tenant_id) s.tenant_id, s.shares_decisions from company_settings s
      where s.environment = 'live' order by s.tenant_id, s.created_at desc, s.id desc) newest
    join tenants t on t.id = newest.tenant_id and t.deactivated_at is null and t.erased_at is null
    where newest.shares_decisions
      and not exists (select from closed_ledgers l where l.company_id = t.id and l.environment = 'live')
      and not exists (select from api_keys k where k.tenant_id = t.id and k.created_by = 'operator:demo')
  ), behind as materialized (
    select m.tenant_id, 'user:' || m.user_id as who, m.role = 'admin' as is_admin
    from tenant_members m where m.tenant_id in (select tenant_id from sharing)
    union all
    select g.tenant_id, 'consultant:' || g.consultant_id, true
    from consultant_grants g
    where g.tenant_id in (select tenant_id from sharing) and g.environment = 'live' and g.revoked_at is null
      and (g.valid_to is null or g.valid_to > now())
  ), decided as materialized (
    select distinct m.supplier_key, m.category_key, m.tenant_id, m.decided_by
    from category_memory m
    where m.environment = 'live' and m.supplier_key in (select 'id:' || c from unnest(cvrs) as c)
      and m.tenant_id <> of_company and m.tenant_id in (select tenant_id from sharing)
      and m.decided_by like 'user:%' and m.category_key not like 'unclassified.%'
  ), linked as (
    select d.supplier_key, d.category_key, d.tenant_id, d.decided_by as who from decided d
    union
    select d.supplier_key, d.category_key, d.tenant_id, b.who from decided d join behind b on b.tenant_id = d.tenant_id and b.is_admin
  ), looked_at as (
    select l.supplier_key, l.category_key, l.tenant_id,
      count(*) over (partition by l.supplier_key, l.category_key, l.who) > 1 as is_linked,
      l.who in (select b.who from behind b where b.tenant_id = of_company) as is_own
    from linked l
  ), apart as (
    select a.supplier_key, a.category_key, a.tenant_id, bool_or(a.is_linked) as is_linked
    from looked_at a group by a.supplier_key, a.category_key, a.tenant_id having not bool_or(a.is_own)
  ), counted as (
    select a.supplier_key, a.category_key, count(*) filter (where not a.is_linked) + bool_or(a.is_linked)::integer as companies
    from apart a group by a.supplier_key, a.category_key
  )
  select substr(c.supplier_key, 4), c.category_key,
    (select max(s.step) from unnest(array[3, 5, 10, 20, 50, 100]) as s (step) where s.step <= c.companies)
  from counted c
  where c.companies >= 3 and of_company in (select tenant_id from sharing);
end $$;
revoke execute on function decisions_of_companies(uuid, text, text[]) from public;
grant execute on function decisions_of_companies(uuid, text, text[]) to carbon_app;
