import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { call } from "../../support/http-client.ts";

let app: TestApp;
let owner: Client;
let tenant: TenantIdentity;
let key: TestKey;

beforeAll(async () => {
  app = await testApp();
  owner = new Client(driverSettings(app.db.connection));
  await owner.connect();
  tenant = await app.db.tenant();
  key = await app.key(tenant);
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

describe("an answer that carries a secret", () => {
  test("is repeated to the same credential, and neither the database nor its system role can read it", async () => {
    const body = JSON.stringify({ name: "secret", scopes: ["quota:read"] });
    const headers = { "content-type": "application/json", "idempotency-key": "key-of-a-secret" };
    const first = await app.as(key, "/api/v1/api-keys", { method: "POST", body, headers });
    const second = await app.as(key, "/api/v1/api-keys", { method: "POST", body, headers });
    const secret = first.json().key ?? "";
    expect(secret).toMatch(/^qk_live_[0-9a-f]{64}$/);
    expect(second.text).toBe(first.text);
    expect(second.headers["cache-control"]).toBe("no-store");
    const dump = await dumpOfTables();
    expect(dump).toContain("secret");
    for (const form of [secret, Buffer.from(secret).toString("hex"), Buffer.from(secret).toString("base64")]) {
      expect(dump).not.toContain(form);
    }
    expect(dump).not.toContain(headers["idempotency-key"] + '"');
    const client = new Client(driverSettings(app.db.connection));
    await client.connect();
    await client.query("set role carbon_system");
    await expect(client.query("select answer from idempotency_keys")).rejects.toThrow(/permission denied/);
    await client.end();
  });
});

/** Every row of every table as text. */
async function dumpOfTables(): Promise<string> {
  const tables = await owner.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
  );
  let dump = "";
  for (const { name } of tables.rows) {
    const { rows } = await owner.query<{ text: string | null }>(
      `select string_agg(to_jsonb(t)::text, ' ') as text from (select * from ${name} limit 2000) t`,
    );
    dump += rows[0]?.text ?? "";
  }
  return dump;
}

describe("a repeated upload", () => {
  const form = (boundary: string, files: readonly (readonly [string, string])[]) => ({
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: `${files
      .map(
        ([name, content]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n` +
          `Content-Type: text/csv\r\n\r\n${content}\r\n`,
      )
      .join("")}--${boundary}--\r\n`,
  });
  const CSV = "Dato;Bilag;Tekst;Beløb;Valuta\r\n14-10-2026;9001;Diesel;812,50;DKK\r\n";

  test("of the same files with another boundary is answered with the first batch and stores nothing", async () => {
    const name = "key-of-an-upload";
    const upload = async (boundary: string, files: readonly (readonly [string, string])[]) => {
      const { headers, ...rest } = form(boundary, files);
      const all = { ...headers, authorization: `Bearer ${key.key}`, "idempotency-key": name };
      return await call(app.main, "/api/v1/activities/bulk", { ...rest, headers: all });
    };
    const first = await upload("one", [["a.csv", CSV]]);
    const second = await upload("two", [["a.csv", CSV]]);
    expect(first.status, first.text).toBe(202);
    expect([second.status, second.text, second.headers["idempotent-replayed"]]).toEqual([202, first.text, "true"]);
    const batches = await owner.query("select from upload_batches where tenant_id = $1", [tenant.id]);
    expect(batches.rowCount).toBe(1);
    expect(app.temporaryFiles()).toEqual([]);
    for (const changed of [[["b.csv", CSV]], [["a.csv", `${CSV} `]]] as const) {
      const answer = await upload("one", changed);
      expect(answer.json()).toMatchObject({ status: 422, code: "idempotency.key_mismatch" });
    }
  });
});
