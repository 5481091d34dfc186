import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type CommandResult,
  type Installation,
  installation,
  type ServiceProcess,
} from "../support/service-process.ts";

const PASSWORD = "four words nobody combines";

let site: Installation;
let service: ServiceProcess;
beforeAll(async () => {
  site = installation();
  service = await site.start();
  await site.cli("tenant", "create", "--name", "Acme ApS");
}, 300_000);
afterAll(() => site.remove());

interface Printed {
  readonly user: { readonly id: string; readonly email: string; readonly name: string; readonly language: string };
  readonly link: string | null;
}

function printed(result: CommandResult): Printed {
  expect(result).toMatchObject({ code: 0, stderr: "" });
  // Checked by the assertions on its members.
  return JSON.parse(result.stdout) as Printed;
}

async function members(): Promise<readonly { email: string; role: string; last_login_at: string | null }[]> {
  const { stdout } = await site.cli("user", "list", "--tenant", "Acme ApS", "--json");
  return JSON.parse(stdout) as { email: string; role: string; last_login_at: string | null }[];
}

async function post(path: string, fields: Record<string, string>) {
  return await fetch(new URL(path, service.base), {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
}

const logIn = async (email: string, password = PASSWORD) => (await post("/login", { email, password })).status;

/** The page of a link at the service that runs, by the address that the tests use. */
const pathOf = (link: string | null): string => new URL(link ?? "", service.base).pathname;

const create = (...words: readonly string[]) => site.cli("user", "create", "--email", ...words, "--json");

describe("people, beside the running service", () => {
  test("the first administrator gets a link that works once, and then administers", async () => {
    const made = printed(
      await create("anna@acme.example", "--tenant", "Acme ApS", "--role", "admin", "--name", "Anna"),
    );
    expect(made.user).toMatchObject({ email: "anna@acme.example", name: "Anna", language: "en" });
    const set = await post(pathOf(made.link), { password: PASSWORD });
    expect([set.status, set.headers.get("location")]).toEqual([303, "/account"]);
    expect((await post(pathOf(made.link), { password: PASSWORD })).status).toBe(404);
    const [cookie = ""] = set.headers.getSetCookie()[0]?.split(";") ?? [];
    const people = await fetch(`${service.base}/account/people`, { headers: { cookie } });
    expect(await people.text()).toContain("People: Acme ApS");
    expect(await members()).toMatchObject([{ email: "anna@acme.example", role: "admin" }]);
    expect((await site.cli("user", "list", "--tenant", "Acme ApS")).stdout).toMatch(
      /^admin +anna@acme\.example +Anna +20/,
    );
  });

  test("an account that is there gets access to another company and keeps its password", async () => {
    await site.cli("tenant", "create", "--name", "Beta ApS");
    const made = printed(await create("anna@acme.example", "--tenant", "Beta ApS", "--name", "Somebody Else"));
    expect(made).toMatchObject({ link: null, user: { name: "Anna" } });
    const again = await create("anna@acme.example", "--tenant", "Beta ApS", "--role", "admin");
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("is a member of the company already")]);
    expect(await logIn("anna@acme.example")).toBe(303);
  });

  test("roles change and end, and the audit log still verifies", async () => {
    const email = "bo@acme.example";
    await create(email, "--tenant", "Acme ApS", "--language", "da");
    const words = ["--tenant", "Acme ApS", "--email", email];
    expect(await site.cli("user", "set-role", ...words, "--role", "admin")).toMatchObject({ code: 0 });
    expect(await members()).toContainEqual(expect.objectContaining({ email, role: "admin" }));
    expect(await site.cli("user", "remove", ...words)).toMatchObject({ code: 0 });
    expect(await members()).not.toContainEqual(expect.objectContaining({ email }));
    const twice = await site.cli("user", "remove", ...words);
    expect([twice.code, twice.stderr]).toEqual([1, "resource.not_found: The company has no such member.\n"]);
    expect(await site.cli("audit", "verify", "--tenant", "Acme ApS")).toMatchObject({ code: 0 });
    const actions = await site.sql(
      `select action, actor, payload->>'role' as role from audit_events
        where subject = (select id::text from users where email = $1) order by seq`,
      [email],
    );
    expect(actions).toEqual([
      { action: "member.role_set", actor: "operator", role: "editor" },
      { action: "member.role_set", actor: "operator", role: "admin" },
      { action: "member.removed", actor: "operator", role: null },
    ]);
  });

  test("a new link replaces a password; a disabled account is out until it is enabled", async () => {
    const email = "clara@acme.example";
    const first = printed(await create(email, "--tenant", "Acme ApS"));
    await post(pathOf(first.link), { password: PASSWORD });
    const { link } = printed(await site.cli("user", "link", "--email", email.toUpperCase(), "--json"));
    expect((await post(pathOf(link), { password: "another four words entirely" })).status).toBe(303);
    expect(await logIn(email)).toBe(401);
    expect(await site.cli("user", "disable", "--email", email)).toMatchObject({ code: 0 });
    expect(await logIn(email, "another four words entirely")).toBe(401);
    expect(await site.cli("user", "enable", "--email", email)).toMatchObject({ code: 0 });
    expect(await logIn(email, "another four words entirely")).toBe(303);
    expect(await site.cli("user", "drop-second-factor", "--email", email)).toMatchObject({ code: 0 });
  });

  test("consultants' people come and go", async () => {
    await site.cli("consultant", "create", "--name", "Advisers");
    const email = "dan@advisers.example";
    const made = printed(await create(email, "--consultant", "Advisers"));
    expect(made.link).toContain("/account/password/");
    expect(await site.cli("user", "remove", "--email", email, "--consultant", "Advisers")).toMatchObject({ code: 0 });
    expect(await site.cli("user", "remove", "--email", email, "--consultant", "Advisers")).toMatchObject({ code: 1 });
  });
});

describe("words", () => {
  test.each([
    ["no place", ["create", "--email", "a@b.example"], 2, /either --tenant or --consultant/],
    ["two places", ["create", "--email", "a@b.example", "--tenant", "Acme ApS", "--consultant", "X"], 2, /either/],
    ["no address", ["create", "--tenant", "Acme ApS"], 2, /--email is missing/],
    [
      "a wrong role",
      ["create", "--email", "a@b.example", "--tenant", "Acme ApS", "--role", "owner"],
      2,
      /admin, editor, reader, auditor/,
    ],
    ["a wrong language", ["create", "--email", "a@b.example", "--tenant", "Acme ApS", "--language", "de"], 2, /da, en/],
    ["no e-mail address", ["create", "--email", "nobody", "--tenant", "Acme ApS"], 1, /must be an e-mail address/],
    ["a name of two lines", ["create", "--email", "a@b.example", "--tenant", "Acme ApS", "--name", "a\nb"], 1, /name/],
    ["an unknown company", ["create", "--email", "a@b.example", "--tenant", "Nobody"], 1, /resource\.not_found/],
    ["an unknown account", ["link", "--email", "nobody@acme.example"], 1, /No account has this e-mail address/],
  ])("%s is answered in one sentence and changes nothing", async (_name, words, code, says) => {
    const result = await site.cli("user", ...words);
    expect(result.code).toBe(code);
    expect(result.stderr).toMatch(says);
    expect(result.stderr).not.toMatch(/\n\s+at /);
    expect(await site.sql("select 1 from users where email = 'a@b.example'")).toEqual([]);
  });
});

// Last: it starts the service anew under an address that others' cookies do not know.
describe("the address in links", () => {
  const link = async (env: Readonly<Record<string, string>> = {}) =>
    printed(await site.cliWith(env, "user", "link", "--email", "link@acme.example", "--json")).link ?? "";
  const origin = async (env?: Readonly<Record<string, string>>) => new URL(await link(env)).origin;
  const localhost = (of: ServiceProcess) => `http://localhost:${new URL(of.base).port}`;

  test("is that of the running service, whatever its PORT, and the link works there", async () => {
    await create("link@acme.example", "--tenant", "Acme ApS", "--name", "Lin");
    const made = new URL(await link());
    expect(made.origin).toBe(localhost(service));
    expect((await fetch(made)).status).toBe(200);
    const text = await site.cli("user", "link", "--email", "link@acme.example");
    expect(text.stdout).toContain(`${localhost(service)}/account/password/`);
  });

  test("is another one where the command's own environment says so", async () => {
    expect(await origin({ BASE_URL: "https://carbon.example/" })).toBe("https://carbon.example");
    expect(await origin({ PORT: "4711" })).toBe("http://localhost:4711");
    expect(await origin({ PORT: " " })).toBe(localhost(service));
  });

  test("is the default where the service's was never recorded, or what is recorded is none", async () => {
    const file = join(site.dataDir, "base-url");
    const recorded = readFileSync(file, "utf8");
    for (const damaged of [null, "", "not an address\n", "javascript:alert(1)\n"]) {
      if (damaged === null) rmSync(file);
      else writeFileSync(file, damaged);
      expect(await origin()).toBe("http://localhost:3000");
    }
    writeFileSync(file, recorded);
  });

  test("follows a service that comes back elsewhere, and stays known while it is stopped", async () => {
    service.signal("SIGTERM");
    expect(await service.ended()).toMatchObject({ code: 0 });
    expect(await origin()).toBe(localhost(service));
    service = await site.start({ env: { BASE_URL: "https://carbon.acme.example" } });
    expect(await origin()).toBe("https://carbon.acme.example");
  });
});
