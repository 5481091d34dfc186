import { createHash, timingSafeEqual } from "node:crypto";
import { isDocumentAddress } from "./client.ts";
import { OAuthError } from "./oauth-error.ts";
import type { OAuthPorts } from "./oauth-ports.ts";
import { single } from "./parameters.ts";
import { selectClient } from "./store-clients.ts";

const BASIC = /^Basic +([A-Za-z0-9+/]+=*) *$/i;

/** RFC 6749, appendix A.1. The database would refuse a NUL as a fault of ours. */
const CLIENT_ID = /^[\x20-\x7e]+$/;

interface Presented {
  readonly client_id: string;
  readonly secret: string | undefined;
}

/**
 * The id of the program that calls the token or revocation endpoint, authenticated when it has a secret (RFC 6749 2.3).
 * A documented program is public: its id is only compared with the grant's, and nothing is fetched.
 * @returns undefined when no id was given at all
 * @throws OAuthError invalid_client, invalid_request
 */
export async function authenticatedClientId(
  ports: OAuthPorts,
  parameters: URLSearchParams,
  authorization: string | undefined,
): Promise<string | undefined> {
  const presented = presentedClient(parameters, authorization);
  if (presented === undefined) return undefined;
  const { client_id, secret } = presented;
  if (isDocumentAddress(client_id)) {
    if (secret !== undefined) throw refused();
    return client_id;
  }
  const client = await selectClient(ports.system, client_id);
  if (client === undefined) throw refused();
  if (client.secret_digest === null) {
    // Some libraries send an empty or made-up secret for public clients; it proves nothing and changes nothing.
    return client_id;
  }
  const secretDigest = createHash("sha256")
    .update(secret ?? "")
    .digest();
  if (secret === undefined || !timingSafeEqual(secretDigest, client.secret_digest)) throw refused();
  return client_id;
}

/** The same where an id must be given: at the token endpoint. @throws OAuthError invalid_client, invalid_request */
export async function requiredClientId(
  ports: OAuthPorts,
  parameters: URLSearchParams,
  authorization: string | undefined,
): Promise<string> {
  const client_id = await authenticatedClientId(ports, parameters, authorization);
  if (client_id === undefined) throw new OAuthError("invalid_client", "client_id is missing.");
  return client_id;
}

/** HTTP Basic or body, not both (RFC 6749 2.3). */
function presentedClient(parameters: URLSearchParams, authorization: string | undefined): Presented | undefined {
  const client_id = single(parameters, "client_id");
  const secret = single(parameters, "client_secret");
  if (authorization === undefined) return client_id === undefined ? undefined : { client_id, secret };
  const basic = basicCredentials(authorization);
  if (secret !== undefined || (client_id !== undefined && client_id !== basic.client_id)) {
    throw new OAuthError("invalid_request", "The client authenticates in two ways at once.");
  }
  return basic;
}

function basicCredentials(authorization: string): Presented {
  const encoded = BASIC.exec(authorization)?.[1];
  if (encoded === undefined) throw refused();
  const [id = "", ...rest] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  const client_id = formDecoded(id);
  if (rest.length === 0 || !CLIENT_ID.test(client_id)) throw refused();
  const secret = formDecoded(rest.join(":"));
  return { client_id, secret: secret === "" ? undefined : secret };
}

/** Both parts are form-encoded inside (RFC 6749 2.3.1). */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw refused();
  }
}

function refused(): OAuthError {
  return new OAuthError("invalid_client", "The client is unknown or its secret is wrong.");
}
