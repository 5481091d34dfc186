import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, type Call } from "../support/http-client.ts";
import {
  type CommandResult,
  type Installation,
  installation,
  type ServiceProcess,
  until,
} from "../support/service-process.ts";

/** Consultants and legacy clients as an operator sets them up, against the running service. */
let site: Installation;
let service: ServiceProcess;
let tenant: string;

const SAMPLE = join(import.meta.dirname, "../../samples/electricity-invoice.xml");

beforeAll(async () => {
  site = installation();
  service = await site.start();
  tenant = json(await site.cli("tenant", "create", "--name", "Klient ApS", "--plan", "enterprise", "--json")).id;
}, 300_000);

afterAll(async () => {
  await site.remove();
});

interface Printed {
  readonly id: string;
  readonly key: string;
}

/** What a command that succeeded printed with --json. */
function json(result: CommandResult): Printed {
  expect(result).toMatchObject({ code: 0, stderr: "" });
  // Used below as what it is taken for.
  return JSON.parse(result.stdout) as Printed;
}

const get = (base: string, path: string, headers: Record<string, string>) => call(base, path, { headers });

test(
  "a consultant works for a company from the grant to its end, in both environments",
  { timeout: 300_000 },
  async () => {
    const { id } = json(await site.cli("consultant", "create", "--name", "Grøn Rådgivning", "--json"));
    const words = ["consultant", "key-create", "--consultant", "Grøn Rådgivning", "--json"];
    const live = json(await site.cli(...words, "--scopes", "emissions:read")).key;
    const sandbox = json(await site.cli(...words, "--environment", "sandbox")).key;
    const headers = (key: string) => ({ authorization: `Bearer ${key}`, "x-svc-tenant": tenant });
    const statuses = async () => [
      (await get(service.base, "/api/v1/emissions/summary", headers(live))).status,
      (await get(service.sandbox, "/api/v1/emissions/summary", headers(sandbox))).status,
    ];
    expect(await statuses()).toEqual([403, 403]);
    const grant = json(await site.cli("grant", "create", "--consultant", id, "--tenant", tenant, "--json"));
    expect(await statuses()).toEqual([200, 200]);
    const grants = await get(service.base, "/api/v1/grants", { authorization: `Bearer ${live}` });
    expect(grants.json().items).toMatchObject([{ id: grant.id, tenant_id: tenant, status: "active" }]);
    const again = await site.cli("grant", "create", "--consultant", id, "--tenant", tenant);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("end it first")]);
    json(await site.cli("grant", "end", "--id", grant.id, "--json"));
    expect(await statuses()).toEqual([403, 403]);
    // One that is refused in one environment is given in none.
    json(
      await site.cli("grant", "create", "--consultant", id, "--tenant", tenant, "--environment", "sandbox", "--json"),
    );
    expect((await site.cli("grant", "create", "--consultant", id, "--tenant", tenant)).code).toBe(1);
    expect(await statuses()).toEqual([403, 200]);
    expect((await site.cli("audit", "verify", "--tenant", tenant)).code).toBe(0);
  },
);

test("a revoked consultant key is refused", { timeout: 300_000 }, async () => {
  const { id } = json(await site.cli("consultant", "create", "--name", "Kort", "--json"));
  const made = json(await site.cli("consultant", "key-create", "--consultant", id, "--json"));
  const me = async () => (await get(service.base, "/api/v1/me", { authorization: `Bearer ${made.key}` })).json();
  expect(await me()).toMatchObject({ kind: "consultant_key", consultant: { id } });
  json(await site.cli("consultant", "key-revoke", "--id", made.id, "--json"));
  await until("the key is refused", async () => ((await me()).code === "auth.key_revoked" ? true : null));
  expect((await site.cli("consultant", "key-revoke", "--id", tenant)).code).toBe(1);
});

test("a legacy client uploads with its key and reads how the file ended", { timeout: 300_000 }, async () => {
  const legacy = json(await site.cli("legacy-key", "create", "--tenant", tenant, "--json"));
  const headers = { "x-api-key": legacy.key };
  const sent = await call(service.base, "/api/invoices/bulk-upload", upload(headers));
  expect(sent.status, sent.text).toBe(202);
  const status = () => get(service.base, `/api/invoices/status/${sent.json().id}`, headers);
  const done = await until("the file is read", async () => {
    const answer = await status();
    return answer.text.includes('"status":"completed"') ? answer : null;
  });
  expect(JSON.parse(done.text)).toMatchObject({ total: 1, files: [{ status: "processed", activity_count: 3 }] });
  expect(done.headers["sunset"]).toBe("Tue, 30 Sep 2027 00:00:00 GMT");
  json(await site.cli("legacy-key", "revoke", "--tenant", tenant, "--id", legacy.id, "--json"));
  await until("the key is refused", async () => ((await status()).status === 401 ? true : null));
});

function upload(headers: Readonly<Record<string, string>>): Call {
  const boundary = "----e2e";
  const part =
    `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="invoice.xml"\r\n` +
    `Content-Type: application/xml\r\n\r\n`;
  return {
    method: "POST",
    headers: { ...headers, "content-type": `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(part), readFileSync(SAMPLE), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
