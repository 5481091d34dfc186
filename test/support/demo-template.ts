import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { Client } from "pg";
import { z } from "zod";
import type { Context, TenantIdentity } from "../../src/core/context.ts";
import { loadCategoryRules } from "../../src/demo/category-rules.ts";
import { type DemoDocument, demoDocuments } from "../../src/demo/documents.ts";
import { loadDemoDocuments } from "../../src/demo/load-demo.ts";
import { categorizationTables } from "../../src/modules/categorization/index.ts";
import { acceptFiles, type IncomingFile, PROCESS_FILE_JOB, fileProcessor } from "../../src/modules/ingestion/index.ts";
import { readDocument } from "../../src/modules/reading/read-document.ts";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { createWorker } from "../../src/platform/jobs/worker.ts";
import { type TestDatabase, testDatabase } from "./database.ts";
import { onceInRun } from "./once-in-run.ts";

/** The demo company with all its documents; in `sandbox` and at `other` it is the oldest few of them. */
export const DEMO_TENANT = tenantOf("0198c0de-0000-7000-8000-00000000d001", "Nordhavn Møbler ApS", "live");
export const DEMO_SANDBOX: TenantIdentity = { ...DEMO_TENANT, environment: "sandbox" };
export const OTHER_TENANT = tenantOf("0198c0de-0000-7000-8000-00000000d002", "Sydhavn Stole ApS", "live");

/** After the newest demo document, so that nothing lies in the future. */
export const DEMO_NOW = "2026-11-20T12:00:00.000Z";

const NAME = "template_demo";
/** Any number of its own (`once-in-run.ts`). */
const LOCK = 7_330_001;
const SMALL = 6;

/** Name of a database that holds the ingested demo company; made once per run, by whoever asks first. */
export async function demoTemplate(): Promise<string> {
  await onceInRun(LOCK, async (client) => {
    const found = await client.query("select 1 from pg_database where datname = $1", [NAME]);
    if (found.rowCount !== 0) return;
    const made = await makeDemoDatabase();
    await client.query(`alter database ${made} rename to ${NAME}`);
  });
  return NAME;
}

async function makeDemoDatabase(): Promise<string> {
  const db = await testDatabase({ app_connections_max: 8 });
  db.clock.set(DEMO_NOW);
  for (const tenant of [DEMO_TENANT, OTHER_TENANT]) await db.tenant(tenant);
  // In the order of the product's own demo: documents are read with the rules.
  await loadCategoryRules(db.context(DEMO_TENANT));
  await loadDemoDocuments(db.context(DEMO_TENANT));
  for (const tenant of [DEMO_SANDBOX, OTHER_TENANT]) {
    await handIn(db.context(tenant), demoDocuments().slice(0, SMALL));
  }
  await drainUploads(db);
  const name = await databaseName(db);
  await db.database.close();
  rmSync(db.directory, { recursive: true, force: true });
  return name;
}

/** Reads every upload that waits, as the service's worker does; documents are parsed in this thread. */
export async function drainUploads(db: TestDatabase): Promise<void> {
  const processFile = fileProcessor({
    contextOf: (id, environment) => Promise.resolve(db.context({ ...tenantOf(id, "", "live"), environment })),
    parse: (bytes, name) => Promise.resolve(readDocument(bytes, name)),
    categorization: () => Promise.resolve(categorizationTables()),
    scanning: null,
    model: null,
    asks_model: false,
  });
  const failures: unknown[] = [];
  const worker = createWorker({
    database: db.database,
    concurrency: 6,
    handlers: {
      [PROCESS_FILE_JOB]: async ({ tenant_id, environment, payload }) => {
        await processFile({ tenant_id, environment, ...filePayload.parse(payload) });
      },
    },
    onDead: () => Promise.resolve(),
    onError: (error) => failures.push(error),
  });
  await worker.drain();
  if (failures.length > 0) throw new AggregateError(failures, "demo documents were not read");
}

async function handIn(ctx: Context, documents: readonly DemoDocument[]): Promise<void> {
  const files: IncomingFile[] = [];
  for (const { name, text } of documents) {
    const bytes = Buffer.from(text);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await ctx.files.put(bytes, sha256);
    files.push({ name, media_type: "application/xml", size_bytes: bytes.length, sha256 });
  }
  await acceptFiles(ctx, "demo", files);
}

const filePayload = z.object({ file_id: z.uuid() });

function tenantOf(id: string, name: string, environment: "live" | "sandbox"): TenantIdentity {
  return { id, name, country: "DK", plan: "enterprise", environment };
}

async function databaseName(db: TestDatabase): Promise<string> {
  const client = new Client(driverSettings(db.connection));
  await client.connect();
  const { rows } = await client.query<{ name: string }>("select current_database() as name");
  await client.end();
  return rows[0]?.name ?? "";
}
