import { createHash, randomBytes } from "node:crypto";
import type { TestApp } from "./app.ts";
import { type Answer, call } from "./http-client.ts";
import { formOf, type FormFields, type Person } from "./person.ts";

export const REDIRECT = "https://assistant.example/callback";

/** A pair for PKCE. */
export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function pkce(): Pkce {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** Registers a public program unless the body says otherwise. */
export async function register(app: TestApp, body: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
  const metadata = {
    client_name: "Test assistant",
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: "none",
    ...body,
  };
  return await call(app.main, "/oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata),
  });
}

export async function registered(app: TestApp, body: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { client_id } = JSON.parse((await register(app, body)).text) as { client_id: string };
  return client_id;
}

export async function post(
  app: TestApp,
  path: string,
  fields: FormFields,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return await call(app.main, path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: formOf(fields).toString(),
  });
}

export interface Asking {
  readonly client_id: string;
  readonly challenge: string;
  readonly redirect_uri?: string;
  readonly more?: Readonly<Record<string, string>>;
}

export function authorizePath({ client_id, challenge, redirect_uri = REDIRECT, more = {} }: Asking): string {
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri,
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "xyz",
    ...more,
  });
  return `/oauth/authorize?${query.toString()}`;
}

export interface Consent {
  readonly tenant_id: string;
  readonly writes?: readonly string[];
  readonly decision?: "allow" | "deny";
}

/** Opens the authorization address as this person and decides; the answer is the redirect to the program. */
export async function consent(who: Person, asking: Asking, given: Consent): Promise<Answer> {
  const opened = await who.get(authorizePath(asking));
  const path = opened.headers["location"] ?? "";
  const page = await who.get(path);
  return await who.post("/oauth/consent", {
    request: new URL(path, "http://x").searchParams.get("request") ?? "",
    csrf_token: who.csrf(page),
    tenant_id: given.tenant_id,
    write: given.writes ?? [],
    decision: given.decision ?? "allow",
  });
}

/** A parameter of the address that the program is called back with. */
export function answered({ headers }: Answer, name: string): string | null {
  return new URL(headers["location"] ?? "http://x").searchParams.get(name);
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly expires_in: number;
}

export function tokensOf({ text }: Answer): Tokens {
  return JSON.parse(text) as Tokens;
}
