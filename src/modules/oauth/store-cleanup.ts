import type { Clock, SystemDb } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

// Used refresh tokens stay until a day after their own end: their second use must still be recognised.
const TOKENS = statement(`
  delete from oauth_tokens where expires_at < $1::timestamptz - interval '1 day'`);

const REQUESTS = statement("delete from oauth_requests where expires_at < $1::timestamptz");

const DOCUMENTS = statement("delete from oauth_client_documents where expires_at < $1::timestamptz");

const GRANTS = statement(`
  delete from oauth_grants g
  where (g.ended_at < $1::timestamptz - interval '30 days'
      or (g.ended_at is null and g.created_at < $1::timestamptz - interval '61 days'))
    and not exists (select from oauth_tokens t where t.grant_id = g.id)`);

// 90 days without ever being used, 12 months after the last use, and never while a grant lives.
const CLIENTS = statement(`
  delete from oauth_clients c
  where coalesce(c.last_used_at + interval '12 months', c.created_at + interval '90 days') < $1::timestamptz
    and not exists (select from oauth_grants g where g.client_id = c.id and g.ended_at is null)`);

/** Removes what can never be used again; run hourly, and safe beside everything else. */
export async function pruneOAuth(system: SystemDb, clock: Clock): Promise<void> {
  const now = [clock.now().toISOString()];
  for (const prune of [REQUESTS, DOCUMENTS, TOKENS, GRANTS, CLIENTS]) await system.rows(prune, now);
}
