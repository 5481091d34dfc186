-- Who belongs to a company is changed in the tenant's own transaction, beside the audit event that tells of it. Tenants' work
-- may not read accounts, so a function does the change for it, for the company that the session is bound to only.
-- Called under the lock of the company's live audit chain: two administrators cannot demote each other at once.
--   member_by    the administrator who asks; null: an operator, who may also leave a company without administrator
--   member_role  null takes the account out
--   answer       done; same (nothing to change); unknown (no such member or account); exists (is a member already);
--                not_admin (member_by may not); last_admin (nobody would be left who can administer)
create function change_member(
  member_tenant uuid, member_environment text, member_user uuid, change text, member_role text, member_by uuid,
  actor text, at timestamptz
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  present text;
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
  select m.role into present from tenant_members m where m.tenant_id = member_tenant and m.user_id = member_user;
  if change = 'add' and present is not null then
    return 'exists';
  end if;
  if change in ('change', 'remove') and present is null then
    return 'unknown';
  end if;
  if present = member_role then
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
    insert into tenant_members (tenant_id, user_id, role, created_by, created_at)
    values (member_tenant, member_user, member_role, actor, at)
    on conflict (tenant_id, user_id) do update set role = excluded.role;
  end if;
  return 'done';
end $$;
revoke execute on function change_member(uuid, text, uuid, text, text, uuid, text, timestamptz) from public;
grant execute on function change_member(uuid, text, uuid, text, text, uuid, text, timestamptz) to carbon_app;
revoke insert, update, delete on tenant_members from carbon_system;
revoke update (role) on tenant_members from carbon_system;
