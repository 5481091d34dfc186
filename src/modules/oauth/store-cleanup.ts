import type { SystemQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

// Used refresh tokens stay until a day after their own end: their second use must still be recognised.
const TOKENS = statement(`
  delete from oauth_tokens where expires_at < $1::timestamptz - interval '1 day'`);

// Who has the database, its key and an old token could open them: they go as soon as no program may ask again.
const REPLAYS = statement(`
  update oauth_tokens set replay_sealed = null
  where replay_sealed is not null and used_at < $1::timestamptz - interval '30 seconds'`);

const REQUESTS = statement("delete from oauth_requests where expires_at < $1::timestamptz");

const DOCUMENTS = statement("delete from oauth_client_documents where expires_at < $1::timestamptz");

// Without a token, nothing can be done with a grant any more. Ended ones stay for 30 days, for who asks why.
const GRANTS = statement(`
  delete from oauth_grants g
  where coalesce(g.ended_at + interval '30 days', g.created_at + interval '1 day') < $1::timestamptz
    and not exists (select from oauth_tokens t where t.grant_id = g.id)`);

// 90 days without ever being used, 12 months after the last use, and never while a grant lives.
const CLIENTS = statement(`
  delete from oauth_clients c
  where coalesce(c.last_used_at + interval '12 months', c.created_at + interval '90 days') < $1::timestamptz
    and not exists (select from oauth_grants g where g.client_id = c.id and g.ended_at is null)`);

/** Forgets the answers that no program may ask for again. */
export async function forgetReplays(system: SystemQueries, now: Date): Promise<void> {
  await system.rows(REPLAYS, [now.toISOString()]);
}

/** Removes what can never be used again; safe beside everything else. */
export async function deleteFinished(system: SystemQueries, now: Date): Promise<void> {
  for (const prune of [REPLAYS, REQUESTS, DOCUMENTS, TOKENS, GRANTS, CLIENTS])
    await system.rows(prune, [now.toISOString()]);
}
