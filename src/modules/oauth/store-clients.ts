import type { SystemQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { AuthMethod, OAuthClient } from "./client.ts";

const INSERT = statement(`
  insert into oauth_clients (id, name, redirect_uris, auth_method, secret_digest, client_uri, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`);

const BY_ID = statement(`
  select id, name, redirect_uris, auth_method, secret_digest from oauth_clients where id = $1 order by id limit 1`);

const RECORD_USE = statement(`
  update oauth_clients set last_used_at = $2
  where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 hour')`);

const DOCUMENT = statement(`
  select document from oauth_client_documents where url = $1 and expires_at > $2 order by url limit 1`);

const KEEP_DOCUMENT = statement(`
  insert into oauth_client_documents (url, document, fetched_at, expires_at) values ($1, $2, $3, $4)
  on conflict (url) do update
    set document = excluded.document, fetched_at = excluded.fetched_at, expires_at = excluded.expires_at`);

export interface NewClientRow {
  readonly id: string;
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly auth_method: AuthMethod;
  readonly secret_digest: Buffer | null;
  readonly client_uri: string | null;
}

export async function insertClient(system: SystemQueries, row: NewClientRow, created_at: Date): Promise<void> {
  const { id, name, redirect_uris, auth_method, secret_digest, client_uri } = row;
  const values = [id, name, redirect_uris, auth_method, secret_digest, client_uri, created_at.toISOString()];
  await system.rows(INSERT, values);
}

/** A program that registered itself. */
export async function selectClient(system: SystemQueries, id: string): Promise<OAuthClient | undefined> {
  const [row] = await system.rows<Omit<OAuthClient, "document_host">>(BY_ID, [id]);
  return row === undefined ? undefined : { ...row, document_host: null };
}

/** Notes that a grant of the program was made or used, at most once an hour. */
export async function updateClientUse(system: SystemQueries, id: string, used_at: Date): Promise<void> {
  await system.rows(RECORD_USE, [id, used_at.toISOString()]);
}

/** A metadata document that may still be used, as it was stored. */
export async function selectDocument(system: SystemQueries, url: string, now: Date): Promise<unknown> {
  return (await system.rows<{ document: unknown }>(DOCUMENT, [url, now.toISOString()]))[0]?.document;
}

export async function keepDocument(
  system: SystemQueries,
  url: string,
  document: Readonly<Record<string, unknown>>,
  times: { readonly fetched_at: Date; readonly expires_at: Date },
): Promise<void> {
  await system.rows(KEEP_DOCUMENT, [
    url,
    JSON.stringify(document),
    times.fetched_at.toISOString(),
    times.expires_at.toISOString(),
  ]);
}
