import type { Answer } from "./http-client.ts";
import { call, type Call } from "./http-client.ts";
import type { TestApp } from "./app.ts";
import type { Person } from "./person.ts";

/** What the application asks with the cookie of a person who is logged in. */
export interface AppBrowser {
  readonly csrf_token: string;
  /** A request below /app/api, as a page of the service sends it. */
  ask(method: string, path: string, options?: Omit<Call, "method">): Promise<Answer>;
  /** The same about a company. */
  at(tenant_id: string): (method: string, path: string, body?: unknown) => Promise<Answer>;
}

export async function appBrowser(app: TestApp, who: Person): Promise<AppBrowser> {
  const cookie = who.cookie() ?? "";
  const session = await call(app.main, "/app/api/session", { headers: { cookie } });
  // Asserted where it is used: without the token nothing is written.
  const { csrf_token = "" } = JSON.parse(session.text) as { csrf_token?: string };
  const ask: AppBrowser["ask"] = async (method, path, options = {}) =>
    await call(app.main, `/app/api${path}`, {
      ...options,
      method,
      headers: {
        cookie,
        ...(method === "GET" ? {} : { "x-carbon-csrf": csrf_token, "sec-fetch-site": "same-origin" }),
        ...(typeof options.body === "string" ? { "content-type": "application/json" } : {}),
        ...options.headers,
      },
    });
  return {
    csrf_token,
    ask,
    at: (tenant_id) => (method, path, body) =>
      ask(method, `/companies/${tenant_id}${path}`, body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}
