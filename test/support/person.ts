import { vi } from "vitest";
import type { Role } from "../../src/core/roles.ts";
import { ensureAccount, makeLink, setTenantRole } from "../../src/modules/users/index.ts";
import type { TestApp } from "./app.ts";
import { type Answer, call } from "./http-client.ts";

export const PASSWORD = "four words nobody combines";

/** A person with an account and a browser: cookies are kept, redirects are not followed by themselves. */
export interface Person {
  readonly user_id: string;
  readonly email: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Posts a form as a page of the service does. */
  post(path: string, fields: FormFields, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Logs in, and answers with what the service said. */
  logIn(password?: string): Promise<Answer>;
  /** The hidden form token of a page. */
  csrf(page: Answer): string;
  cookie(): string | null;
  forgetCookie(): void;
}

export type FormFields = Readonly<Record<string, string | readonly string[]>> | URLSearchParams;

export interface PersonOptions {
  readonly email?: string;
  readonly roles?: readonly { readonly tenant_id: string; readonly role: Role }[];
  readonly has_password?: boolean;
  readonly language?: "da" | "en";
}

let made = 0;

export async function person(app: TestApp, options: PersonOptions = {}): Promise<Person> {
  made += 1;
  const email = options.email ?? `person${made}@nordlys.example`;
  const { users } = app.accounts;
  const account = { email, name: `Person ${made}`, language: options.language ?? "en" } as const;
  const { id: user_id } = await ensureAccount(users, account, "operator");
  for (const role of options.roles ?? []) await setTenantRole(users, { ...role, user_id }, "operator");
  const browser = browserOf(app);
  const self: Person = {
    user_id,
    email,
    ...browser,
    logIn: (password = PASSWORD) => browser.post("/login", { email, password, return_to: "/account" }),
  };
  if (options.has_password !== false) {
    const link = await linkPath(app, user_id, "invitation");
    await browser.post(link, { password: PASSWORD });
    browser.forgetCookie();
  }
  return self;
}

/** The path of a new link by which a person chooses a password. */
export async function linkPath(
  { accounts: { users } }: TestApp,
  user_id: string,
  kind: "invitation" | "password_reset" = "password_reset",
): Promise<string> {
  return new URL(await makeLink(users, { user_id, kind, created_by: "operator", language: "en" })).pathname;
}

/** A browser that has been nowhere. */
export function browserOf(
  app: Pick<TestApp, "main">,
): Pick<Person, "get" | "post" | "csrf" | "cookie" | "forgetCookie"> {
  const cookies = new Map<string, string>();
  const send = async (method: string, path: string, headers: Readonly<Record<string, string>>, body?: string) => {
    const cookie = [...cookies.values()].join("; ");
    const given = cookie === "" ? headers : { cookie, ...headers };
    const answer = await call(app.main, path, { method, headers: given, ...(body === undefined ? {} : { body }) });
    for (const set of [answer.headers["set-cookie"] ?? []].flat()) {
      const [pair = ""] = set.split(";");
      const [name = "", value = ""] = pair.split("=");
      if (value === "") cookies.delete(name);
      else cookies.set(name, pair);
    }
    return answer;
  };
  return {
    get: (path, headers = {}) => send("GET", path, headers),
    post: (path, fields, headers = {}) =>
      send(
        "POST",
        path,
        { "content-type": "application/x-www-form-urlencoded", ...headers },
        formOf(fields).toString(),
      ),
    csrf: ({ text }) => /name="csrf_token" value="([^"]+)"/.exec(text)?.[1] ?? "",
    cookie: () => [...cookies].find(([name]) => name.endsWith("carbon_session"))?.[1] ?? null,
    forgetCookie: () => cookies.clear(),
  };
}

/** Posts a form without cookie or page, from any address of this machine. */
export async function postForm(
  app: TestApp,
  path: string,
  fields: FormFields,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly from?: string } = {},
): Promise<Answer> {
  const headers = { "content-type": "application/x-www-form-urlencoded", ...options.headers };
  const from = options.from === undefined ? {} : { from: options.from };
  return await call(app.main, path, { method: "POST", headers, body: formOf(fields).toString(), ...from });
}

/** The newest link that was mailed to an address, as its path; mails go into the log. */
export async function mailedLink(app: TestApp, email: string): Promise<string> {
  const linkOf = (): string => {
    const mail = app.log.findLast(({ fields }) => fields["to"] === email);
    const [link] = /http\S+\/account\/password\/\S+/.exec(String(mail?.fields["text"])) ?? [];
    if (link === undefined) throw new Error(`no link was mailed to ${email}`);
    return new URL(link).pathname;
  };
  return await vi.waitFor(linkOf, { timeout: 20_000 });
}

export function formOf(fields: FormFields): URLSearchParams {
  if (fields instanceof URLSearchParams) return fields;
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === "string" ? [value] : value) form.append(name, one);
  }
  return form;
}
