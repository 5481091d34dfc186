/**
 * Whether a grant `g` of company `o`, person `u` and membership `m` still rests on what it rested on when it was given: the
 * company exists, the person administers it, and nobody has chosen a new password since, which is what people do who fear
 * that somebody else had the old one.
 */
export const IS_ENTITLED = `o.deactivated_at is null and u.disabled_at is null and m.role is not distinct from 'admin'
  and (u.password_changed_at is null or u.password_changed_at <= g.created_at)`;

/** What it is asked of; a left join, so that a grant without membership is a row as well. */
export const GRANTOR = `join company_identities o on o.id = g.tenant_id join account_holders u on u.id = g.user_id
  left join company_members m on m.tenant_id = g.tenant_id and m.user_id = g.user_id`;
