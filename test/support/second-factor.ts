import { expect } from "vitest";
import type { TestApp } from "./app.ts";
import { codeAt, keyOf } from "./authenticator.ts";
import type { Answer } from "./http-client.ts";
import { PASSWORD, person, type Person, postForm } from "./person.ts";

/** A person with an authenticator. */
export interface Owner extends Person {
  readonly key: Buffer;
  readonly recovery: readonly string[];
  /** The code of this moment, or of some steps from it. */
  code(steps?: number): string;
  next(): void;
  /** A post of the account page with its token. */
  act(path: string, fields?: Record<string, string>): Promise<Answer>;
  /** The password step; answers with what the code step needs. */
  pending(): Promise<string>;
  /** Status of the code step; the password step is made first unless its answer is given. */
  enter(code: string, pending?: string): Promise<number>;
}

export function codeOf(app: TestApp, key: Buffer, steps = 0): string {
  return codeAt(key, new Date(app.db.clock.now().getTime() + steps * 30_000));
}

export function keyIn({ text }: Answer): Buffer {
  return keyOf(/<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? "");
}

export async function owner(app: TestApp, options: { readonly is_on?: boolean } = {}): Promise<Owner> {
  const one = await person(app);
  await one.logIn();
  const act = async (path: string, fields: Record<string, string> = {}) =>
    await one.post(path, { csrf_token: one.csrf(await one.get("/account")), ...fields });
  const key = keyIn(await act("/account/second-factor"));
  let recovery: string[] = [];
  if (options.is_on !== false) {
    const page = await act("/account/second-factor/confirm", { code: codeOf(app, key) });
    expect(page.status).toBe(200);
    recovery = [...page.text.matchAll(/<code>([0-9a-f-]+)<\/code>/g)].map(([, code = ""]) => code);
    expect(new Set(recovery).size).toBe(10);
  }
  // A new step, so that no test uses up the code of another.
  const next = (): void => app.db.clock.advance(90);
  next();
  return {
    ...one,
    key,
    recovery,
    act,
    next,
    code: (steps = 0) => codeOf(app, key, steps),
    pending: () => pendingOf(app, one),
    enter: (code, pending) => enterCode(app, one, code, pending),
  };
}

/** The password step; answers with what the code step needs. */
async function pendingOf(app: TestApp, { email }: Person): Promise<string> {
  const page = await postForm(app, "/login", { email, password: PASSWORD, return_to: "/account" });
  expect([page.status, page.headers["set-cookie"]]).toEqual([200, undefined]);
  return /name="pending" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
}

/** The code step; makes the password step first unless it is given. */
export async function enterCode(app: TestApp, one: Person, code: string, pending?: string): Promise<number> {
  const fields = { pending: pending ?? (await pendingOf(app, one)), code, return_to: "/account" };
  const { status, headers } = await postForm(app, "/login/code", fields);
  expect(headers["set-cookie"] !== undefined).toBe(status === 303);
  return status;
}
