import type { SystemQueries, TenantTransaction } from "../../core/context.ts";
import type { PlanName } from "../../core/plans.ts";
import { statement } from "../../core/statement.ts";
import { GRANTOR, IS_ENTITLED } from "./entitled-grant.ts";

// Administrators of companies that exist, by name; one statement for the chooser and for the check of the choice.
const ADMINISTERED = statement(`
  select t.id, t.name from company_members m join company_identities t on t.id = m.tenant_id join account_holders u on u.id = m.user_id
  where m.user_id = $1 and m.role = 'admin' and t.deactivated_at is null and u.disabled_at is null
  order by t.name, t.id limit 200`);

const INSERT = statement(`
  insert into oauth_grants (tenant_id, environment, id, user_id, client_id, client_name, redirect_host, resource, scopes,
    created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`);

const END = statement(`
  update oauth_grants set ended_at = $4, end_reason = $5
  where tenant_id = $1 and environment = $2 and id = $3 and ended_at is null
  returning id, pg_notify('carbon_credentials', id::text)::text as notified`);

// A program acts as the administrator who let it in: it must not come back with a later role.
const END_OF_USER = statement(`
  update oauth_grants set ended_at = $4, end_reason = 'grantor_not_entitled'
  where tenant_id = $1 and environment = $2 and user_id = $3 and ended_at is null
  returning id, pg_notify('carbon_credentials', id::text)::text as notified`);

// The grant with everything that must still hold, asked anew for every request.
const LIVE_TOKEN = statement(`
  select g.id as grant_id, g.tenant_id, g.user_id, g.client_id, g.client_name, g.last_used_at, t.scopes,
    t.expires_at, o.name as tenant_name, o.country, o.plan
  from oauth_tokens t
  join oauth_grants g on g.id = t.grant_id
  ${GRANTOR}
  where t.digest = $1 and t.kind = 'access' and t.expires_at > $2 and g.ended_at is null and ${IS_ENTITLED}
  order by t.digest limit 1`);

const RECORD_USE = statement(`
  update oauth_grants set last_used_at = $2
  where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '50 seconds')`);

// What an administrator may see and end: the connections of the companies administered now, whoever made them. One whose
// code was never exchanged, or whose refresh token has run out, is none.
const CONNECTED = statement(`
  select g.id, g.tenant_id, o.name as tenant_name, g.client_id, g.client_name, g.redirect_host, g.scopes, g.created_at,
    g.last_used_at, u.name as connected_by
  from company_members own
  join oauth_grants g on g.tenant_id = own.tenant_id and g.environment = 'live' and g.ended_at is null
  ${GRANTOR}
  where own.user_id = $1 and own.role = 'admin' and ($3::uuid is null or g.id = $3) and ${IS_ENTITLED}
    and exists (
      select from oauth_tokens t
      where t.grant_id = g.id and t.kind = 'refresh' and t.used_at is null and t.expires_at > $2
    )
  order by g.created_at desc, g.id desc limit 500`);

// Grants that rest on nothing any more; nobody can use them, and they must not come back with a later role.
const UNENTITLED = statement(`
  select g.id as grant_id, g.tenant_id from oauth_grants g ${GRANTOR}
  where g.ended_at is null and not (${IS_ENTITLED})
  order by g.id limit 500`);

export interface AdministeredCompany {
  readonly id: string;
  readonly name: string;
}

/** Companies that a person administers now, at most 200, by name. */
export async function selectAdministered(system: SystemQueries, user_id: string): Promise<AdministeredCompany[]> {
  return await system.rows<AdministeredCompany>(ADMINISTERED, [user_id]);
}

export interface NewGrant {
  readonly id: string;
  readonly user_id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly redirect_host: string;
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly created_at: Date;
}

export async function insertGrant(tx: TenantTransaction, grant: NewGrant): Promise<void> {
  await tx.rows(INSERT, [
    grant.id,
    grant.user_id,
    grant.client_id,
    grant.client_name,
    grant.redirect_host,
    grant.resource,
    grant.scopes,
    grant.created_at.toISOString(),
  ]);
}

/** Ends a grant of the company and tells every process; false when it had ended or is not the company's. */
export async function setEnded(tx: TenantTransaction, id: string, ended_at: Date, reason: string): Promise<boolean> {
  return (await tx.rows(END, [id, ended_at.toISOString(), reason])).length > 0;
}

/** An access token that is valid now, with its grant and company. */
export interface LiveToken {
  readonly grant_id: string;
  readonly tenant_id: string;
  readonly user_id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly last_used_at: string | null;
  readonly scopes: readonly string[];
  readonly expires_at: string;
  readonly tenant_name: string;
  readonly country: string;
  readonly plan: PlanName;
}

export async function selectLiveToken(
  system: SystemQueries,
  digest: Buffer,
  now: Date,
): Promise<LiveToken | undefined> {
  return (await system.rows<LiveToken>(LIVE_TOKEN, [digest, now.toISOString()]))[0];
}

export async function updateGrantUse(system: SystemQueries, id: string, used_at: Date): Promise<void> {
  await system.rows(RECORD_USE, [id, used_at.toISOString()]);
}

/** A program that is connected to a company. Times are ISO 8601 UTC. */
export interface ConnectedAssistant {
  readonly id: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly redirect_host: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly last_used_at: string | null;
  /** Name of who connected it. */
  readonly connected_by: string;
}

/** Connections of all companies that a person administers, newest first, at most 500; of one grant when its id is given. */
export async function selectConnected(
  system: SystemQueries,
  user_id: string,
  now: Date,
  grant_id: string | null = null,
): Promise<ConnectedAssistant[]> {
  return await system.rows<ConnectedAssistant>(CONNECTED, [user_id, now.toISOString(), grant_id]);
}

/** At most 500 grants whose company or grantor is not entitled any more. */
export async function selectUnentitled(
  system: SystemQueries,
): Promise<{ readonly grant_id: string; readonly tenant_id: string }[]> {
  return await system.rows(UNENTITLED);
}

/** Ends what an account let into the company as its administrator; answers with the ids. */
export async function endGrantsOf(tx: TenantTransaction, user_id: string, now: Date): Promise<readonly string[]> {
  const rows = await tx.rows<{ id: string; notified: string }>(END_OF_USER, [user_id, now.toISOString()]);
  return rows.map(({ id }) => id);
}
