import type { TenantIdentity } from "../../src/core/context.ts";
import { testApp, type TestApp, type TestAppOptions } from "./app.ts";
import { type Answer, call } from "./http-client.ts";
import {
  answered,
  authorizePath,
  consent,
  pkce,
  post,
  REDIRECT,
  registered,
  tokensOf,
  type Tokens,
} from "./oauth-client.ts";
import { type FormFields, person, type Person } from "./person.ts";

/** How a program is let in; the site's own program, company and administrator unless given. */
export interface Connecting {
  readonly client_id?: string;
  readonly redirect_uri?: string;
  readonly writes?: readonly string[];
  readonly tenant_id?: string;
  readonly who?: Person;
  /** Further parameters of the authorization request. */
  readonly more?: Readonly<Record<string, string>>;
}

/** A code, and the form that exchanges it. */
export interface Code {
  readonly code: string;
  readonly form: Readonly<Record<string, string>>;
  /** The redirect to the program. */
  readonly answer: Answer;
}

/** A company with an administrator and a public program. */
export interface OAuthSite {
  readonly app: TestApp;
  readonly tenant: TenantIdentity;
  readonly admin: Person;
  readonly client_id: string;
  /** A code; the person logs in first when no login is left. */
  code(connecting?: Connecting): Promise<Code>;
  /** A whole connection, up to its first tokens. */
  connect(connecting?: Connecting): Promise<Tokens>;
  exchange(form: FormFields, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  refresh(refresh_token: string, more?: Readonly<Record<string, string>>): Promise<Answer>;
  /** GET of a REST path with a token. */
  get(access_token: string, path?: string): Promise<Answer>;
  /** The status and, for refusals, the code of GET /api/v1/me with a token. */
  me(access_token: string): Promise<string>;
  close(): Promise<void>;
}

export async function oauthSite(options: TestAppOptions = {}): Promise<OAuthSite> {
  const app = await testApp(options);
  const tenant = await app.db.tenant();
  const admin = await person(app, { roles: [{ tenant_id: tenant.id, role: "admin" }] });
  await admin.logIn();
  const client_id = await registered(app);
  const get = (access_token: string, path = "/api/v1/me") =>
    call(app.main, path, { headers: { authorization: `Bearer ${access_token}` } });
  const code = async (connecting: Connecting = {}): Promise<Code> => {
    const { who = admin, redirect_uri = REDIRECT, more = {}, writes = [] } = connecting;
    const { verifier, challenge } = pkce();
    const asking = { client_id: connecting.client_id ?? client_id, challenge, redirect_uri, more };
    if (isLogin(await who.get(authorizePath(asking)))) await who.logIn();
    const answer = await consent(who, asking, { tenant_id: connecting.tenant_id ?? tenant.id, writes });
    const value = answered(answer, "code") ?? "";
    const form = {
      grant_type: "authorization_code",
      client_id: asking.client_id,
      code: value,
      code_verifier: verifier,
      redirect_uri,
    };
    return { code: value, form, answer };
  };
  const exchange = (form: FormFields, headers: Readonly<Record<string, string>> = {}) =>
    post(app, "/oauth/token", form, headers);
  return {
    app,
    tenant,
    admin,
    client_id,
    code,
    exchange,
    connect: async (connecting = {}) => tokensOf(await exchange((await code(connecting)).form)),
    refresh: (refresh_token, more = {}) => exchange({ grant_type: "refresh_token", client_id, refresh_token, ...more }),
    get,
    async me(access_token) {
      const { status, text } = await get(access_token);
      return status === 200 ? "200" : `${status} ${(JSON.parse(text) as { code?: string }).code}`;
    },
    close: () => app.close(),
  };
}

/** The members of an OAuth refusal. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
}

export function refusalOf({ status, text }: Answer): Refusal {
  const { error = "" } = JSON.parse(text) as { error?: string };
  return { status, error };
}

function isLogin({ headers }: Answer): boolean {
  return headers["location"]?.startsWith("/login") === true;
}
