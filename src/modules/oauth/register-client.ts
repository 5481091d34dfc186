import { createHash } from "node:crypto";
import { z } from "zod";
import { AUTH_METHODS, type AuthMethod, cleanClientName } from "./client.ts";
import { OAuthError } from "./oauth-error.ts";
import type { OAuthPorts } from "./oauth-ports.ts";
import { isAcceptableRedirectUri, redirectHost } from "./redirect-uri.ts";
import { insertClient } from "./store-clients.ts";

const REDIRECT_URIS_MAX = 20;
/** All addresses together: anybody may register, and a row stays for 90 days. */
const REDIRECT_URIS_LENGTH_MAX = 4_000;
const ID_BYTES = 16;
const SECRET_BYTES = 32;

/** Clients fill optional fields with empty text and with values for other servers; only these are looked at. */
const optionalText = z
  .string()
  .max(2_000)
  .nullish()
  .transform((text) => (text === undefined || text === null || text.trim() === "" ? undefined : text));

const metadata = z.object({
  redirect_uris: z.array(z.string()).min(1).max(REDIRECT_URIS_MAX),
  client_name: optionalText,
  client_uri: optionalText,
  token_endpoint_auth_method: optionalText,
  grant_types: z.array(z.string()).max(20).nullish(),
  response_types: z.array(z.string()).max(20).nullish(),
});

/** The answer to a registration (RFC 7591 3.2.1). */
export interface ClientRegistration {
  readonly client_id: string;
  readonly client_id_issued_at: number;
  readonly client_secret?: string;
  readonly client_secret_expires_at?: number;
  readonly client_name: string;
  readonly client_uri?: string;
  readonly redirect_uris: readonly string[];
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly token_endpoint_auth_method: AuthMethod;
}

/**
 * Registers a program (RFC 7591). `application_type`, `scope` and everything else that is not named above is ignored: a
 * stored scope would keep the program from asking for more later. One address that may not be used fails the whole body.
 * @throws OAuthError invalid_redirect_uri, invalid_client_metadata
 */
export async function registerClient(ports: OAuthPorts, body: unknown): Promise<ClientRegistration> {
  const parsed = metadata.safeParse(body);
  if (!parsed.success) throw refusal(parsed.error.issues[0]);
  const { redirect_uris, client_name, client_uri, grant_types, response_types } = parsed.data;
  const refused = redirect_uris.find((uri) => !isAcceptableRedirectUri(uri));
  if (refused !== undefined) {
    throw new OAuthError(
      "invalid_redirect_uri",
      "redirect_uris must be https, http on loopback, or a private-use scheme, without user information and fragment.",
    );
  }
  if (redirect_uris.join("").length > REDIRECT_URIS_LENGTH_MAX) {
    throw new OAuthError("invalid_redirect_uri", `redirect_uris have at most ${REDIRECT_URIS_LENGTH_MAX} characters.`);
  }
  if (isWithout(grant_types, "authorization_code") || isWithout(response_types, "code")) {
    throw new OAuthError("invalid_client_metadata", "Only the authorization code flow is offered here.");
  }
  const now = ports.clock.now();
  const auth_method = authMethod(parsed.data.token_endpoint_auth_method);
  const secret = auth_method === "none" ? null : `qo_cs_${ports.randomBytes(SECRET_BYTES).toString("base64url")}`;
  const client = {
    id: `qo_client_${ports.randomBytes(ID_BYTES).toString("base64url")}`,
    name: nameOf(client_name, redirect_uris),
    redirect_uris: [...new Set(redirect_uris)],
    auth_method,
    secret_digest: secret === null ? null : createHash("sha256").update(secret).digest(),
    client_uri: client_uri !== undefined && /^https:\/\/[!-~]+$/.test(client_uri) ? client_uri : null,
  };
  await insertClient(ports.system, client, now);
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    ...(secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: client.name,
    ...(client.client_uri === null ? {} : { client_uri: client.client_uri }),
    redirect_uris: client.redirect_uris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: auth_method,
  };
}

function refusal(issue: z.core.$ZodIssue | undefined): OAuthError {
  const field = issue?.path.map(String).join(".") ?? "";
  const where = field === "" ? "The body must be a JSON object with redirect_uris." : `${field}: ${issue?.message}`;
  return new OAuthError(field.startsWith("redirect_uris") ? "invalid_redirect_uri" : "invalid_client_metadata", where);
}

function isWithout(list: readonly string[] | null | undefined, value: string): boolean {
  return list !== null && list !== undefined && list.length > 0 && !list.includes(value);
}

/** Absent: a secret by HTTP Basic (RFC 7591 2). */
function authMethod(text: string | undefined): AuthMethod {
  if (text === undefined) return "client_secret_basic";
  const authentication = AUTH_METHODS.find((method) => method === text);
  if (authentication !== undefined) return authentication;
  throw new OAuthError(
    "invalid_client_metadata",
    `token_endpoint_auth_method must be one of ${AUTH_METHODS.join(", ")}.`,
  );
}

function nameOf(name: string | undefined, redirect_uris: readonly string[]): string {
  const clean = cleanClientName(name ?? "");
  return clean === "" ? redirectHost(redirect_uris[0] ?? "") : clean;
}
