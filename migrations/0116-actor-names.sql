-- Who acted, as a person would say it: Key "Accounting import", Anna Holm. Looked up when it is read: renamed is renamed
-- everywhere, erased is erased, and no hashed row ever holds a name. Tenants' work may read neither accounts nor
-- consultants, so a function does it, for the company and environment that the session is bound to: its own keys, the
-- consultants it ever gave a grant, and people by the id that its own records hold. Null: nobody of that id is known.
create function actor_name(actor text) returns text
language plpgsql stable strict parallel safe security definer set search_path = public, pg_temp as $$
declare
  uuid_form constant text := '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  kind constant text := split_part(actor, ':', 1);
  own_id constant uuid := substring(actor from '^[a-z_]+:(' || uuid_form || ')');
  owner_id constant uuid := substring(actor from '@[a-z]+:(' || uuid_form || ')$');
begin
  if kind = 'api_key' then
    return (select format('Key "%s"', k.name) from api_keys k
            where k.tenant_id = current_setting('app.tenant')::uuid
              and k.environment = current_setting('app.environment') and k.id = own_id);
  elsif kind = 'user' then
    return (select u.name from users u where u.id = own_id);
  elsif kind = 'oauth_grant' then
    return coalesce(
      (select format('%s, with %s', u.name, g.client_name) from oauth_grants g join users u on u.id = g.user_id
       where g.tenant_id = current_setting('app.tenant')::uuid
         and g.environment = current_setting('app.environment') and g.id = own_id),
      (select u.name from users u where u.id = owner_id));
  elsif kind = 'consultant_key' then
    return (select format('Key "%s" of %s', k.name, c.name) from consultant_keys k join consultants c on c.id = k.consultant_id
            where k.id = own_id and k.consultant_id = owner_id
              and exists (select from consultant_grants g
                          where g.tenant_id = current_setting('app.tenant')::uuid and g.consultant_id = c.id));
  elsif kind = 'legacy_key' then
    return (select format('Legacy key "%s"', k.name) from legacy_keys k
            where k.tenant_id = current_setting('app.tenant')::uuid
              and k.environment = current_setting('app.environment') and k.id = own_id);
  elsif kind = 'oauth_client' then
    return (select g.client_name from oauth_grants g
            where g.tenant_id = current_setting('app.tenant')::uuid
              and g.environment = current_setting('app.environment') and g.client_id = substr(actor, length('oauth_client:') + 1)
            order by g.created_at desc, g.id desc limit 1);
  elsif kind = 'operator' then
    return 'Operator';
  elsif kind = 'system' then
    return 'Carbon Ledger';
  end if;
  return null;
end $$;
revoke execute on function actor_name(text) from public;
grant execute on function actor_name(text) to carbon_app;
