-- What people are in a company: administrator, editor (what "member" was), reader, and auditor. A role may end with a day (UTC),
-- as an auditor's does: from the day after on it opens nothing.
alter table tenant_members drop constraint tenant_members_role_check;
update tenant_members set role = 'editor' where role = 'member';
alter table tenant_members add constraint tenant_members_role_check
  check (role in ('admin', 'editor', 'reader', 'auditor'));
alter table tenant_members add column ends_on date;
-- An administrator whose role ended would leave the company without one.
alter table tenant_members add constraint tenant_members_admin_stays check (role <> 'admin' or ends_on is null);

-- As in 0032, with the last day of a role.
drop function change_member(uuid, text, uuid, text, text, uuid, text, timestamptz);
create function change_member(
  member_tenant uuid, member_environment text, member_user uuid, change text, member_role text, member_ends_on date,
  member_by uuid, actor text, at timestamptz
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  present text;
  present_ends_on date;
begin
  if member_tenant <> current_setting('app.tenant')::uuid or member_environment <> 'live' then
    raise exception 'not the tenant of this session' using errcode = '42501';
  end if;
  if member_by is not null and not exists (
    select from tenant_members m join users u on u.id = m.user_id
    where m.tenant_id = member_tenant and m.user_id = member_by and m.role = 'admin' and u.disabled_at is null
  ) then
    return 'not_admin';
  end if;
  select m.role, m.ends_on into present, present_ends_on
  from tenant_members m where m.tenant_id = member_tenant and m.user_id = member_user;
  if change = 'add' and present is not null then
    return 'exists';
  end if;
  if change in ('change', 'remove') and present is null then
    return 'unknown';
  end if;
  if present = member_role and present_ends_on is not distinct from member_ends_on then
    return 'same';
  end if;
  -- Who was invited and never came, or is shut out, administers nothing.
  if member_by is not null and present = 'admin'
    and exists (select from users u where u.id = member_user and u.disabled_at is null and u.password_hash is not null)
    and not exists (
      select from tenant_members m join users u on u.id = m.user_id
      where m.tenant_id = member_tenant and m.user_id <> member_user and m.role = 'admin'
        and u.disabled_at is null and u.password_hash is not null
    )
  then
    return 'last_admin';
  end if;
  if change = 'remove' then
    delete from tenant_members m where m.tenant_id = member_tenant and m.user_id = member_user;
  elsif not exists (select from users u where u.id = member_user) then
    return 'unknown';
  else
    insert into tenant_members (tenant_id, user_id, role, ends_on, created_by, created_at)
    values (member_tenant, member_user, member_role, member_ends_on, actor, at)
    on conflict (tenant_id, user_id) do update set role = excluded.role, ends_on = excluded.ends_on;
  end if;
  return 'done';
end $$;
revoke execute on function change_member(uuid, text, uuid, text, text, date, uuid, text, timestamptz) from public;
grant execute on function change_member(uuid, text, uuid, text, text, date, uuid, text, timestamptz) to carbon_app;
