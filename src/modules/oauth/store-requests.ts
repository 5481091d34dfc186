import { createHash } from "node:crypto";
import type { SystemQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { OAuthClient } from "./client.ts";

const INSERT = statement(`
  insert into oauth_requests (digest, user_id, client_id, client, redirect_uri, states_redirect_uri, code_challenge,
    state, resource, scopes, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`);

const COLUMNS = "client, redirect_uri, states_redirect_uri, code_challenge, state, resource, scopes";

const BY_DIGEST = statement(`
  select ${COLUMNS} from oauth_requests
  where digest = $1 and user_id = $2 and expires_at > $3
  order by digest limit 1`);

// Whoever deletes the row decides; a second click finds nothing.
const TAKE = statement(`
  delete from oauth_requests where digest = $1 and user_id = $2 and expires_at > $3 returning ${COLUMNS}`);

/** What the page shows of a program, and what the code is bound to. */
export interface RequestingClient {
  readonly id: string;
  readonly name: string;
  readonly document_host: string | null;
}

export interface AuthorizationRequest {
  readonly client: RequestingClient;
  readonly redirect_uri: string;
  readonly states_redirect_uri: boolean;
  readonly code_challenge: string;
  readonly state: string | null;
  readonly resource: string;
  readonly scopes: readonly string[];
}

export interface NewRequest extends Omit<AuthorizationRequest, "client"> {
  readonly client: OAuthClient;
  readonly user_id: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export async function insertRequest(system: SystemQueries, secret: Buffer, request: NewRequest): Promise<void> {
  const { id, name, document_host } = request.client;
  await system.rows(INSERT, [
    digestOf(secret),
    request.user_id,
    id,
    JSON.stringify({ id, name, document_host }),
    request.redirect_uri,
    request.states_redirect_uri,
    request.code_challenge,
    request.state,
    request.resource,
    request.scopes,
    request.created_at.toISOString(),
    request.expires_at.toISOString(),
  ]);
}

/** The request that waits for this person under this secret. */
export async function selectRequest(
  system: SystemQueries,
  secret: string,
  user_id: string,
  now: Date,
): Promise<AuthorizationRequest | undefined> {
  return (await system.rows<AuthorizationRequest>(BY_DIGEST, waitingFor(secret, user_id, now)))[0];
}

/** The same, which nobody can take again. */
export async function takeRequest(
  system: SystemQueries,
  secret: string,
  user_id: string,
  now: Date,
): Promise<AuthorizationRequest | undefined> {
  return (await system.rows<AuthorizationRequest>(TAKE, waitingFor(secret, user_id, now)))[0];
}

function waitingFor(secret: string, user_id: string, now: Date): (string | Buffer)[] {
  return [digestOf(Buffer.from(secret, "base64url")), user_id, now.toISOString()];
}

function digestOf(secret: Buffer): Buffer {
  return createHash("sha256").update(secret).digest();
}
