import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { type IngestionWorker, ingestionWorker } from "../../../src/composition/workers/ingestion-worker.ts";
import { mintLegacyKey } from "../../../src/modules/legacy-keys/index.ts";
import { findTenant } from "../../../src/modules/tenants/index.ts";
import { openMetrics } from "../../../src/platform/telemetry/metrics.ts";
import { readConfig } from "../../../src/platform/config/config.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { createLog } from "../../../src/platform/log.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { shippedCatalog } from "../../support/catalog.ts";
import { everyKind, hostileFiles } from "../../support/mixed-files.ts";
import type { TestFile } from "../../support/pipeline.ts";

let app: TestApp;
let worker: IngestionWorker;
let owner: Client;

beforeAll(async () => {
  app = await testApp({ uploads: { max_files: 100, max_file_bytes: 2e7, max_total_bytes: 1e8 } });
  const { db } = app;
  worker = ingestionWorker({
    config: readConfig({ PARSER_WORKERS: "2" }),
    catalog: shippedCatalog,
    database: db.database,
    log: createLog("silent"),
    metrics: openMetrics({ version: "0.0.0-test", revision: "test" }),
    operatorContext: async (id, environment, actor) => {
      const { name, country, plan } = await findTenant(db.database.system, id);
      const principal = { kind: "operator", actor, credential_id: null } as const;
      return db.context({ id, name, country, plan, environment }, undefined, { principal });
    },
  });
  owner = new Client(driverSettings(db.connection));
  await owner.connect();
}, 300_000);
afterAll(async () => {
  await owner.end();
  await worker.close();
  await app.close();
});

async function send(path: string, headers: Record<string, string>, files: readonly TestFile[]): Promise<number> {
  const form = new FormData();
  for (const { name, bytes } of files) form.append("files", new Blob([new Uint8Array(bytes)]), name);
  return (await fetch(`${app.main}${path}`, { method: "POST", headers, body: form })).status;
}

/** Rows of a table without what names the company, the document or the moment. */
async function rowsOf(table: string, tenant: TenantIdentity, without: readonly string[]): Promise<unknown[]> {
  const { rows } = await owner.query<{ row: unknown }>(
    `select to_jsonb(t) - $2::text[] as row from ${table} t where tenant_id = $1 order by (to_jsonb(t) - $2::text[])::text`,
    [tenant.id, without],
  );
  return rows.map(({ row }) => row);
}

const IDS = ["id", "tenant_id", "created_at", "document_id", "data_source_id", "ingested_by"];
const FILE_IDS = [...IDS, "batch_id", "container_id", "finished_at", "duplicate_of", "position"];
const LINKS = ["activity_id", "activity_split_id", "companion_of_entry_id", "calculated_at"];

async function ledgerOf(tenant: TenantIdentity) {
  return {
    files: await rowsOf("upload_files", tenant, FILE_IDS),
    activities: await rowsOf("activities", tenant, IDS),
    entries: await rowsOf("emission_entries", tenant, [...IDS, ...LINKS]),
  };
}

test("[contract 9.4] files of every kind give the same results, lines and emissions as in v1", async () => {
  const files = [...(await everyKind(1)), ...hostileFiles().map(({ file }) => file)];
  const old = await app.db.tenant({ plan: "starter", name: "Old door" });
  const fresh = await app.db.tenant({ name: "New door" });
  const { key } = await mintLegacyKey(app.db.context(old), { name: "old ERP" });
  const bearer = `Bearer ${(await app.key(fresh)).key}`;
  expect(await send("/api/invoices/bulk-upload", { "x-api-key": key }, files)).toBe(202);
  expect(await send("/api/v1/activities/bulk", { authorization: bearer }, files)).toBe(202);
  await worker.drain();
  const ledger = await ledgerOf(fresh);
  expect(ledger.activities.length).toBeGreaterThan(30);
  expect(ledger.entries.length).toBeGreaterThan(15);
  expect(ledger.files.length).toBeGreaterThan(files.length);
  expect(await ledgerOf(old)).toEqual(ledger);
}, 300_000);
