import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Installation, installation, type ServiceProcess } from "../support/service-process.ts";

const SAMPLE = join(import.meta.dirname, "../../samples/electricity-invoice.xml");
const PASSWORD = "four words nobody combines";

let site: Installation;
let service: ServiceProcess;
beforeAll(async () => {
  site = installation();
  service = await site.start();
}, 300_000);
afterAll(() => site.remove());

const sessionOf = (answer: Response): string => answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";

async function pageOf(path: string, cookie: string): Promise<string> {
  return await (await fetch(`${service.base}${path}`, { headers: { cookie } })).text();
}

const hidden = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? "";

test("a company of one's own, made without naming a plan, ends with a booked invoice, by pages alone", async () => {
  const made = await site.cli("tenant", "create", "--name", "Acme ApS");
  expect(made).toMatchObject({ code: 0, stderr: "" });
  // The plan decides what works: it is said before anybody finds out.
  expect(made.stdout).toMatch(/No --plan was given, so its plan is starter/);
  expect(made.stdout).toMatch(/has +100 documents a month, pages, assistants \(MCP\)/);
  expect(made.stdout).toMatch(/lacks +REST API with keys/);
  expect(made.stdout).toMatch(/tenant set-plan --tenant [0-9a-f-]{36} --plan premium\|enterprise/);
  const invited = await site.cli(
    "user",
    "create",
    "--tenant",
    "Acme ApS",
    "--role",
    "admin",
    "--email",
    "a@acme.example",
  );
  const link = new URL(/http\S+\/account\/password\/\S+/.exec(invited.stdout)?.[0] ?? "").pathname;
  const chosen = await fetch(`${service.base}${link}`, {
    method: "POST",
    body: new URLSearchParams({ password: PASSWORD }),
    redirect: "manual",
  });
  const cookie = sessionOf(chosen);
  expect(await pageOf("/account", cookie)).toContain('href="/account/documents"');

  const page = await pageOf("/account/documents", cookie);
  expect(page).toContain("Nothing is booked yet.");
  const form = new FormData();
  form.set("csrf_token", hidden(page, "csrf_token"));
  form.set("company", hidden(page, "company"));
  form.append("files", new Blob([readFileSync(SAMPLE)]), "electricity-invoice.xml");
  form.append("files", new Blob(["not an invoice"]), "notes.bin");
  const sent = await fetch(`${service.base}/account/documents`, {
    method: "POST",
    headers: { cookie, origin: service.base },
    body: form,
    redirect: "manual",
  });
  expect(sent.status).toBe(303);
  const after = await pageOf(sent.headers.get("location") ?? "", cookie);
  expect(after).toContain("The files have arrived");
  expect(after).toMatch(/electricity-invoice\.xml<\/bdi>[^]*?<strong>Booked<\/strong> \(\d+ lines?\)/);
  expect(after).toMatch(/notes\.bin<\/bdi>[^]*?<strong>Refused<\/strong>[^]*?The file is plain text/);
  expect(after).toMatch(/Booked so far: [\d.,]+ (?:kg|t) CO2e/);
  expect(after).toContain("1 of this month");

  // The same door as REST's: who uploaded is in the audit log, and the chain verifies.
  const [row] = await site.sql<{ created_by: string }>("select created_by from upload_batches limit 1");
  expect(row?.created_by).toMatch(/^user:/);
  expect(await site.cli("audit", "verify", "--tenant", "Acme ApS")).toMatchObject({ code: 0 });
  const { key } = JSON.parse(
    (await site.cli("key", "create", "--tenant", "Acme ApS", "--name", "k", "--json")).stdout,
  ) as { key: string };
  const rest = await fetch(`${service.base}/api/v1/emissions`, { headers: { authorization: `Bearer ${key}` } });
  expect(await rest.json()).toMatchObject({ code: "subscription.feature_required", feature: "fullApiAccess" });
}, 300_000);

test("a second company of the name is warned about, --tenant names the candidates, and renaming ends it", async () => {
  const first = JSON.parse((await site.cli("tenant", "create", "--name", "Tvilling ApS", "--json")).stdout) as {
    id: string;
  };
  const made = await site.cli("tenant", "create", "--name", "Tvilling ApS", "--plan", "premium");
  expect(made.stdout).toContain(`another company has this name (${first.id})`);
  const refused = await site.cli("user", "list", "--tenant", "Tvilling ApS");
  expect([refused.code, refused.stderr.includes(first.id)]).toEqual([1, true]);
  expect(await site.cli("tenant", "rename", "--tenant", first.id, "--name", "Enling ApS")).toMatchObject({ code: 0 });
  expect(await site.cli("user", "list", "--tenant", "Tvilling ApS")).toMatchObject({ code: 0 });
  expect(await site.cli("audit", "verify", "--tenant", "Enling ApS")).toMatchObject({ code: 0 });
}, 120_000);

test("a key of a plan without REST says what it is good for, and what would change that", async () => {
  await site.cli("tenant", "create", "--name", "Premium ApS", "--plan", "premium");
  const premium = await site.cli("key", "create", "--tenant", "Premium ApS", "--name", "first");
  expect(premium).toMatchObject({ code: 0, stderr: "" });
  expect(premium.stdout).toMatch(
    /Premium ApS has the plan premium, which has no REST API: .*tenant set-plan --tenant \S+ --plan enterprise$/m,
  );
  const key = /^qk_live_\S+$/m.exec(premium.stdout)?.[0] ?? "";
  const call = async () =>
    (await fetch(`${service.base}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await call()).toBe(403);
  expect(await site.cli("tenant", "set-plan", "--tenant", "Premium ApS", "--plan", "enterprise")).toMatchObject({
    code: 0,
  });
  expect(await call()).toBe(200);
  const enterprise = await site.cli("key", "create", "--tenant", "Premium ApS", "--name", "second");
  expect(enterprise.stdout).not.toContain("no REST API");
});

test("audit verify says how many stored files it has hashed, when it was asked to", async () => {
  const hashed = await site.cli("audit", "verify", "--tenant", "Acme ApS", "--documents");
  expect(hashed.stdout).toMatch(/Acme ApS \(live\): intact \(\d+ events, \d+ rows, [1-9]\d* stored files\)/);
  const unhashed = await site.cli("audit", "verify", "--tenant", "Acme ApS");
  expect(unhashed.stdout).toMatch(/Acme ApS \(live\): intact \(\d+ events, \d+ rows\)/);
});
