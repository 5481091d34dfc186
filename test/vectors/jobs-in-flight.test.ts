import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import { generateReport } from "../../src/modules/reports/generate-report.ts";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { ledgerLine, record } from "../support/ledger.ts";
import type { Company } from "../support/pipeline.ts";
import { type SourceSite, sourceSite } from "../support/source-site.ts";
import { ubl } from "../support/ubl.ts";

/**
 * Jobs that a process of another release has queued: an update finds such rows, and a rolling one makes them all the time. Each
 * row is written here as it stands in the table, not by the code that queues.
 */
let site: SourceSite;
let owner: Client;
let company: Company;
const root = mkdtempSync(join(tmpdir(), "vectors-"));

beforeAll(async () => {
  site = await sourceSite({ folders: root });
  owner = new Client(driverSettings(site.service.db.connection));
  await owner.connect();
  company = await site.service.company();
});
afterAll(async () => {
  await owner.end();
  await site.close();
  rmSync(root, { recursive: true, force: true });
});

/** Replaces what is queued for the record by a row of the words that are given. */
async function inFlight(tenant: TenantIdentity, { kind, key, payload }: Record<"kind" | "key" | "payload", string>) {
  await owner.query("delete from jobs where key = $1", [key]);
  await owner.query(
    "insert into jobs (tenant_id, environment, id, kind, key, payload) values ($1, $2, $3, $4, $5, $6::jsonb)",
    [tenant.id, tenant.environment, randomUUID(), kind, key, payload],
  );
}

const isDone = async (key: string): Promise<boolean> =>
  (await owner.query("select 1 from jobs where key = $1 and state in ('ready', 'running')", [key])).rowCount === 0;

test.each(["process_file", "read_pictures", "suggest_categories"])("%s reads its file", async (kind) => {
  const bytes = ubl({ number: kind, lines: [{ text: "Kopipapir", amount: "98.00" }] });
  const { files } = await company.upload({ name: `${kind}.xml`, bytes });
  const id = files[0]?.id ?? "";
  await inFlight(company.ctx.tenant, { kind, key: id, payload: `{"file_id": "${id}"}` });
  await site.service.drain();
  const { rows } = await owner.query<{ status: string }>("select status from upload_files where id = $1", [id]);
  expect(rows).toEqual([{ status: "processed" }]);
  expect(await isDone(id)).toBe(true);
});

test("render_report makes its report", async () => {
  const { ctx } = company;
  await record(ctx, [ledgerLine(1, { date: "2025-03-01" })]);
  const terms = { report_year: 2025, standard_type: "vsme_basic", format: "json" };
  const { id } = (await invoke(generateReport, ctx, terms)) as { id: string };
  await inFlight(ctx.tenant, { kind: "render_report", key: id, payload: `{"report_job_id": "${id}"}` });
  await site.service.drain();
  const { rows } = await owner.query<{ status: string }>("select status from report_jobs where id = $1", [id]);
  expect(rows).toEqual([{ status: "completed" }]);
  expect(await isDone(id)).toBe(true);
});

test("sync_source fetches from its source", async () => {
  const fetching = await site.company();
  const { tenant } = fetching.ctx;
  const folder = join(root, tenant.id, tenant.environment);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "a.xml"), ubl({ number: "S-1", lines: [{ text: "Kopipapir", amount: "98.00" }] }));
  const { id } = await fetching.create({ connection: { kind: "folder", path: "" } });
  await inFlight(tenant, { kind: "sync_source", key: id, payload: `{"data_source_id": "${id}"}` });
  await site.worker.drain();
  expect(await isDone(id)).toBe(true);
  expect(await fetching.get(id)).toMatchObject({ status: "idle", error_code: null });
  expect((await fetching.files()).map(({ name }) => name)).toContain("a.xml");
});
