import { authenticatedClientId } from "./client-authentication.ts";
import { endGrant } from "./end-grant.ts";
import { OAuthError } from "./oauth-error.ts";
import type { OAuthPorts } from "./oauth-ports.ts";
import { single } from "./parameters.ts";
import { selectClient } from "./store-clients.ts";
import { selectGrantOf } from "./store-tokens.ts";
import { isTokenText, tokenDigest } from "./token-text.ts";

/**
 * Ends the whole grant of an access or refresh token (RFC 7009, contract 5.4.7). `token_type_hint` is not needed and
 * not looked at. An unknown token is no error; a token of another program is left alone. Who holds the token of a public
 * program may end it without naming the program.
 * @throws OAuthError invalid_request, invalid_client
 */
export async function revokeToken(
  ports: OAuthPorts,
  parameters: URLSearchParams,
  authorization: string | undefined,
): Promise<void> {
  const text = single(parameters, "token");
  if (text === undefined) throw new OAuthError("invalid_request", "token is missing.");
  const client_id = await authenticatedClientId(ports, parameters, authorization);
  if (!isTokenText(text)) return;
  const grant = await selectGrantOf(ports.system, tokenDigest(text));
  if (grant === undefined) return;
  if (client_id !== undefined && client_id !== grant.client_id) {
    throw new OAuthError("invalid_client", "The token was issued to another client.");
  }
  if (client_id === undefined && (await hasSecret(ports, grant.client_id))) {
    throw new OAuthError("invalid_client", "The token's client must authenticate.");
  }
  await endGrant(ports, grant, "revoked_by_client", `oauth_client:${grant.client_id}`);
}

async function hasSecret({ system }: OAuthPorts, client_id: string): Promise<boolean> {
  const client = await selectClient(system, client_id);
  return client !== undefined && client.secret_digest !== null;
}
