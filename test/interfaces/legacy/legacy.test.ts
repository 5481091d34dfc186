import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { demoDocuments } from "../../../src/demo/documents.ts";
import { mintLegacyKey, revokeLegacyKey } from "../../../src/modules/legacy-keys/index.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { drainUploads } from "../../support/demo-template.ts";
import { type Answer, call, type Call } from "../../support/http-client.ts";
import { type LegacyUpload, legacyForm as form } from "../../support/legacy-form.ts";

const UPLOAD = "/api/invoices/bulk-upload";
const STATUS = "/api/invoices/status";
const START = "2026-06-15T12:00:00.000Z";

let app: TestApp;
let owner: Client;
let tenant: TenantIdentity;
let key: { readonly id: string; readonly key: string };
let minute = 0;

beforeAll(async () => {
  app = await testApp({ uploads: { max_files: 100, max_file_bytes: 1e6, max_total_bytes: 1e7 } });
  owner = new Client(driverSettings(app.db.connection));
  await owner.connect();
  tenant = await app.db.tenant({ plan: "starter" });
  key = await mintLegacyKey(app.db.context(tenant), { name: "old ERP" });
});
afterAll(async () => {
  await owner.end();
  await app.close();
});
beforeEach(() => {
  minute += 1;
  app.db.clock.set(START);
  app.db.clock.advance(minute * 60);
});

/** Every answer that the tests of this file get from the two paths. */
const answers: Answer[] = [];
async function legacy(path: string, options: Call = {}, xApiKey: string | null = key.key): Promise<Answer> {
  const given = xApiKey === null ? {} : { "x-api-key": xApiKey };
  const answer = await call(app.main, path, { ...options, headers: { ...given, ...options.headers } });
  answers.push(answer);
  return answer;
}

/** The agreed texts: 30 September 2027 is no Tuesday. */
afterEach(() => {
  for (const { headers } of answers.splice(0)) {
    expect([headers["deprecation"], headers["sunset"]]).toEqual(["true", "Tue, 30 Sep 2027 00:00:00 GMT"]);
  }
});

/** Of release 0.1.0, whose documents old clients were built by. */
const FILE_MEMBERS =
  "id name size_bytes sha256 status document_id duplicate_of activity_count entry_count error warnings row_errors needs_entry recognised scan scanned_at";
interface LegacyFile {
  readonly status: string;
  readonly row_errors: readonly unknown[];
}

const csv = (row: number): LegacyUpload => [
  `export-${row}.csv`,
  `Dato;Bilag;Tekst;Beløb;Valuta\r\n14-10-2025;${row};Diesel ${row};812,50;DKK\r\n`,
];

describe("[contract 9.3] the legacy interface", () => {
  test("[contract 4.4.legacy, 9.5] takes files of a company of any plan and tells how each of them ended, by offset and limit", async () => {
    const sent = await legacy(UPLOAD, form([csv(1), csv(2), csv(3)]));
    expect(sent.status, sent.text).toBe(202);
    expect(JSON.parse(sent.text)).toMatchObject({ status: "processing", total: 3 });
    await drainUploads(app.db);
    const { id } = sent.json();
    const whole = await legacy(`${STATUS}/${id}`);
    expect(JSON.parse(whole.text)).toMatchObject({ id, status: "completed", total: 3, offset: 0, limit: 100 });
    const part = await legacy(`${STATUS}/${id}?offset=1&limit=1&anything=else`);
    expect(JSON.parse(part.text)).toMatchObject({ total: 3, offset: 1, limit: 1, files: [{ name: "export-2.csv" }] });
    const { rows } = await owner.query("select channel, created_by from upload_batches where id = $1", [id]);
    expect(rows).toEqual([{ channel: "legacy", created_by: `legacy_key:${key.id}` }]);
  });

  test("[contract 9.4] tells of a file what it has always told, and no more", async () => {
    const badRow = "Dato;Bilag;Tekst;Beløb;Valuta\r\n14-10-2025;1;Diesel;812,50;DKK\r\nsoon;2;Diesel;812,50;DKK\r\n";
    const sent = await legacy(
      UPLOAD,
      form([
        ["bad.csv", badRow],
        ["asked.csv", "Alfa;Beta\r\n1;x\r\n"],
      ]),
    );
    await drainUploads(app.db);
    const { files } = (await legacy(`${STATUS}/${sent.json()["id"]}`)).json() as unknown as { files: LegacyFile[] };
    for (const answer of files) expect(Object.keys(answer).join(" ")).toBe(FILE_MEMBERS);
    expect(files.map(({ status, row_errors }) => [status, row_errors])).toEqual([
      ["needs_review", [{ row: 2, code: "row.invalid", message: expect.any(String) as string }]],
      ["rejected", []],
    ]);
  });

  test("[contract 9.4] treats files as v1 does: the same lines and the same emissions", async () => {
    const files: LegacyUpload[] = [
      ...demoDocuments()
        .slice(0, 8)
        .map(({ name, text }): LegacyUpload => [name, text]),
      csv(9),
    ];
    const old = await app.db.tenant({ plan: "starter", name: "Old door" });
    const fresh = await app.db.tenant({ name: "New door" });
    const oldKey = await mintLegacyKey(app.db.context(old), { name: "old" });
    const freshKey = await app.key(fresh);
    const sentOld = await legacy(UPLOAD, form(files), oldKey.key);
    const sentFresh = await app.as(freshKey, "/api/v1/activities/bulk", form(files));
    expect([sentOld.status, sentFresh.status]).toEqual([202, 202]);
    await drainUploads(app.db);
    const ledger = await ledgerOf(fresh.id);
    expect(ledger.activities.length).toBeGreaterThan(8);
    expect(ledger.entries.length).toBeGreaterThan(4);
    expect(await ledgerOf(old.id)).toEqual(ledger);
  });

  test.each([
    ["no key", null],
    ["an unknown key", "0".repeat(64)],
    ["something else", "abc"],
  ])("refuses %s with a message and nothing more", async (_, given) => {
    const answer = await legacy(UPLOAD, form([csv(4)]), given);
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.text)).toEqual({ message: expect.any(String) as string });
  });

  test("refuses a revoked key at once", async () => {
    const brief = await mintLegacyKey(app.db.context(tenant), { name: "brief" });
    expect((await legacy(`${STATUS}/x`, {}, brief.key)).status).toBe(404);
    await revokeLegacyKey(app.db.context(tenant), brief.id);
    await expect.poll(async () => (await legacy(`${STATUS}/x`, {}, brief.key)).status).toBe(401);
  });

  test("[contract 5.1.legacy] accepts no key of v1, and v1 accepts no legacy key", async () => {
    const own = await app.key(await app.db.tenant());
    expect((await legacy(UPLOAD, form([csv(5)]), own.key)).status).toBe(401);
    const answer = await app.as(key, "/api/v1/me");
    expect([answer.status, answer.json().code]).toEqual([401, "auth.invalid_token"]);
  });

  test("says what is wrong with a request in a message", async () => {
    const messages = [];
    for (const [answer, status] of [
      [await legacy(UPLOAD, form([], "files")), 400],
      [await legacy(UPLOAD, form([csv(6)], "file")), 400],
      [await legacy(UPLOAD, { method: "POST", body: "{}", headers: { "content-type": "application/json" } }), 400],
      [await legacy(UPLOAD, { method: "POST", body: "x", headers: { "content-type": "no type" } }), 400],
      [await legacy(`${STATUS}/0198c0de-0000-7000-8000-00000000dead`), 404],
      [await legacy(`${STATUS}/x`), 404],
      [await legacy(`${STATUS}/${"x".repeat(300)}`), 404],
      [await legacy(`${STATUS}/%zz`), 404],
      [await legacy(`${STATUS}/x?limit=0`), 400],
      [await legacy(`${STATUS}/x?offset=-1`), 400],
      [await legacy(UPLOAD), 405],
      [await legacy(`${STATUS}/x`, { method: "DELETE" }), 405],
    ] as const) {
      expect([answer.status, answer.text]).toEqual([status, answer.text]);
      messages.push(JSON.parse(answer.text));
    }
    for (const message of messages) expect(message).toEqual({ message: expect.stringMatching(/\w/) as string });
  });

  test("does not show another company's upload", async () => {
    const sent = await legacy(UPLOAD, form([csv(7)]));
    const foreign = await mintLegacyKey(app.db.context(await app.db.tenant()), { name: "foreign" });
    expect((await legacy(`${STATUS}/${sent.json().id}`, {}, foreign.key)).status).toBe(404);
  });

  test("keeps files beyond the quota and answers 402", async () => {
    const full = await app.db.tenant({ plan: "starter" });
    const fullKey = await mintLegacyKey(app.db.context(full), { name: "full" });
    await owner.query(
      "insert into quota_usage (tenant_id, environment, period_start, used) values ($1, 'live', '2026-06-01', 100)",
      [full.id],
    );
    const answer = await legacy(UPLOAD, form([csv(8)]), fullKey.key);
    expect(answer.status).toBe(402);
    expect(Object.keys(JSON.parse(answer.text) as object)).toEqual(["message"]);
  });

  test("has one budget per company over all its keys: 60 writes a minute", async () => {
    const busy = await app.db.tenant();
    const keys = [
      await mintLegacyKey(app.db.context(busy), { name: "one" }),
      await mintLegacyKey(app.db.context(busy), { name: "two" }),
    ];
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1) {
      const answer = await legacy(UPLOAD, form([]), keys[count % 2]?.key ?? "");
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 400), 429]);
    expect((await legacy(`${STATUS}/x`, {}, keys[0]?.key)).status).toBe(404);
  });

  test("is there on its last day, 30 September 2027, and gone when that is over", async () => {
    app.db.clock.set("2027-09-30T23:59:59.000Z");
    expect((await legacy(`${STATUS}/x`)).status).toBe(404);
    app.db.clock.set("2027-10-01T00:00:00.000Z");
    for (const answer of [await legacy(UPLOAD, form([csv(10)])), await legacy(`${STATUS}/x`, {}, null)]) {
      expect(answer.status).toBe(410);
      expect(JSON.parse(answer.text)).toEqual({
        message: expect.stringContaining("/api/v1/activities/bulk") as string,
      });
    }
  });
});

test("a legacy key is stored as its hash, and its creation and end are in the audit log", async () => {
  const company = await app.db.tenant();
  const made = await mintLegacyKey(app.db.context(company), { name: "audited" });
  expect(made.key).toMatch(/^[0-9a-f]{64}$/);
  await revokeLegacyKey(app.db.context(company), made.id);
  const stored = await owner.query<{ text: string }>("select to_jsonb(k)::text as text from legacy_keys k");
  expect(stored.rows.map(({ text }) => text).join()).not.toContain(made.key);
  const { rows } = await owner.query("select action from audit_events where tenant_id = $1 order by seq", [company.id]);
  expect(rows).toEqual([{ action: "legacy_key.created" }, { action: "legacy_key.revoked" }]);
});

test("the sandbox's address does not know the interface", async () => {
  const answer = await call(app.sandbox, UPLOAD, { ...form([csv(11)]) });
  expect(answer.status).toBe(404);
  expect(answer.headers["sunset"]).toBeUndefined();
});

/** Lines and entries of a company without what differs by company and time. */
async function ledgerOf(tenantId: string): Promise<{ activities: unknown[]; entries: unknown[] }> {
  const contents = async (table: string, without: readonly string[]): Promise<unknown[]> => {
    const { rows } = await owner.query<{ row: unknown }>(
      `select to_jsonb(t) - $2::text[] as row from ${table} t where tenant_id = $1 order by (to_jsonb(t) - $2::text[])::text`,
      [tenantId, without],
    );
    return rows.map(({ row }) => row);
  };
  const ids = ["id", "tenant_id", "created_at", "document_id", "data_source_id", "ingested_by"];
  const links = ["activity_id", "activity_split_id", "companion_of_entry_id", "calculated_at"];
  return {
    activities: await contents("activities", ids),
    entries: await contents("emission_entries", [...ids, ...links]),
  };
}
