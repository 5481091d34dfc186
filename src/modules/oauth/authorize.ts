import type { OAuthClient } from "./client.ts";
import { isDocumentAddress } from "./client.ts";
import { clientOfDocument } from "./client-document.ts";
import { OAuthError, type OAuthErrorCode } from "./oauth-error.ts";
import type { OAuthPorts } from "./oauth-ports.ts";
import { requestedScopes } from "./oauth-scopes.ts";
import { assertNoneTwice, single } from "./parameters.ts";
import { isRegisteredRedirect } from "./redirect-uri.ts";
import { requestedResource } from "./resource.ts";
import { selectClient } from "./store-clients.ts";
import { insertRequest } from "./store-requests.ts";

/** How long a person may think about an authorization request. */
const REQUEST_LIFETIME_MS = 10 * 60_000;
const REQUEST_BYTES = 32;
const STATE_LENGTH_MAX = 4_000;
/** SHA-256 in base64url (RFC 7636 4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Where answers go: known before anything else of the request is looked at. */
export interface Requester {
  readonly client: OAuthClient;
  readonly redirect_uri: string;
  readonly states_redirect_uri: boolean;
  readonly state: string | undefined;
}

/**
 * The program and the address of its answer. Only these two may fail on a page of ours: everything later is answered by
 * redirect (RFC 6749 4.1.2.1).
 * @param user_id who is logged in; strangers cannot make this service fetch a metadata document
 * @throws OAuthError invalid_request, invalid_client; never to be sent to the redirect address
 */
export async function requesterOf(
  ports: OAuthPorts,
  parameters: URLSearchParams,
  user_id: string | null,
): Promise<Requester> {
  const client_id = single(parameters, "client_id");
  if (client_id === undefined) throw new OAuthError("invalid_request", "client_id is missing.");
  const client = await findClient(ports, client_id, user_id);
  const stated = single(parameters, "redirect_uri");
  const [only, ...others] = client.redirect_uris;
  const redirect_uri = stated ?? (others.length === 0 ? only : undefined);
  if (redirect_uri === undefined) throw new OAuthError("invalid_request", "redirect_uri is missing.");
  if (!isRegisteredRedirect(client.redirect_uris, redirect_uri)) {
    throw new OAuthError("invalid_request", "redirect_uri is not one of the addresses that the program registered.");
  }
  const state = optional(() => single(parameters, "state"));
  return { client, redirect_uri, states_redirect_uri: stated !== undefined, state };
}

/** A program by its id, registered or documented. @throws OAuthError invalid_client */
async function findClient(ports: OAuthPorts, client_id: string, user_id: string | null): Promise<OAuthClient> {
  if (user_id !== null && isDocumentAddress(client_id)) return await clientOfDocument(ports, client_id, user_id);
  const client = await selectClient(ports.system, client_id);
  if (client === undefined) throw new OAuthError("invalid_client", "No program with this client_id is registered.");
  return client;
}

/**
 * Checks the rest of an authorization request and keeps it for the decision of this person.
 * @returns the secret that names the kept request on the consent page; single use, ten minutes
 * @throws OAuthError to be sent to the redirect address
 */
export async function keepRequest(
  ports: OAuthPorts,
  { client, redirect_uri, states_redirect_uri, state }: Requester,
  parameters: URLSearchParams,
  user_id: string,
): Promise<string> {
  assertCodeRequest(parameters);
  const scopes = requestedScopes(single(parameters, "scope"));
  const resource = requestedResource(ports.addresses, parameters.getAll("resource"));
  const now = ports.clock.now();
  const secret = ports.randomBytes(REQUEST_BYTES);
  await insertRequest(ports.system, secret, {
    user_id,
    client,
    redirect_uri,
    states_redirect_uri,
    code_challenge: single(parameters, "code_challenge") ?? "",
    state: state ?? null,
    resource,
    scopes: [...scopes.read, ...scopes.write],
    created_at: now,
    expires_at: new Date(now.getTime() + REQUEST_LIFETIME_MS),
  });
  return secret.toString("base64url");
}

/** @throws OAuthError */
function assertCodeRequest(parameters: URLSearchParams): void {
  assertNoneTwice(parameters);
  const refuse = (code: OAuthErrorCode, description: string): never => {
    throw new OAuthError(code, description);
  };
  if (parameters.has("request")) refuse("request_not_supported", "request is not supported.");
  if (parameters.has("request_uri")) refuse("request_uri_not_supported", "request_uri is not supported.");
  if (single(parameters, "response_type") !== "code") {
    refuse("unsupported_response_type", "response_type must be code.");
  }
  const mode = single(parameters, "response_mode");
  if (mode !== undefined && mode !== "query") refuse("invalid_request", "response_mode must be query.");
  if (single(parameters, "code_challenge_method") !== "S256") {
    refuse("invalid_request", "PKCE is required: code_challenge_method must be S256.");
  }
  if (!CHALLENGE.test(single(parameters, "code_challenge") ?? "")) {
    refuse("invalid_request", "code_challenge must be the SHA-256 of the verifier in base64url, 43 characters.");
  }
  if ((single(parameters, "state") ?? "").length > STATE_LENGTH_MAX) refuse("invalid_request", "state is too long.");
  // Consent is asked for every time, so a client that may not ask cannot get an answer (OpenID Connect Core 3.1.2.6).
  if (single(parameters, "prompt") === "none") refuse("consent_required", "A person must decide.");
}

/** A `state` that cannot be returned must not keep the client from hearing why. */
function optional(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The address as it was registered, then the answer (RFC 6749 4.1.2); `iss` in success and error alike (RFC 9207). */
export function answerAddress(
  { redirect_uri, state }: Pick<Requester, "redirect_uri" | "state">,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const parameters = new URLSearchParams({ ...answer, ...(state === undefined ? {} : { state }), iss: issuer });
  return `${redirect_uri}${redirect_uri.includes("?") ? "&" : "?"}${parameters.toString()}`;
}
