import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoke } from "../../src/core/invoke.ts";
import { getDataSource } from "../../src/modules/data-sources/get-data-source.ts";
import { listDataSources } from "../../src/modules/data-sources/list-data-sources.ts";
import { getUpload } from "../../src/modules/ingestion/get-upload.ts";
import { type UpdatedInstallation, updatedInstallation } from "../support/updated-installation.ts";

/** The newest migration of an installation from before sources were fetched from. */
const BEFORE = "0047";

const TENANT = "0198c0de-0000-7000-8000-00000000e001";
const SOURCE = "0198c0de-0000-7000-8000-00000000e002";
const BATCH = "0198c0de-0000-7000-8000-00000000e003";
const FILES = ["0198c0de-0000-7000-8000-00000000e004", "0198c0de-0000-7000-8000-00000000e005"] as const;
const PURCHASE = "0198c0de-0000-7000-8000-00000000e006";
const DOCUMENT = "0198c0de-0000-7000-8000-00000000e007";

let updated: UpdatedInstallation;

async function insertRows(client: Client): Promise<void> {
  const own = [TENANT, "live"];
  await client.query(
    `insert into data_sources (tenant_id, environment, id, connector, name, status)
     values ($1, $2, $3, 'upload', 'Uploads', 'connected')`,
    [...own, SOURCE],
  );
  await client.query(
    `insert into upload_batches (tenant_id, environment, id, channel, created_by, file_count)
     values ($1, $2, $3, 'rest', 'api_key:x', 2)`,
    [...own, BATCH],
  );
  for (const [index, id] of FILES.entries()) {
    await client.query(
      `insert into upload_files (tenant_id, environment, batch_id, id, position, name, size_bytes, sha256, status)
       values ($1, $2, $3, $4, $5, 'a.xml', 7, $6, $7)`,
      [...own, BATCH, id, index + 1, String(index).repeat(64), index === 0 ? "processed" : "rejected"],
    );
  }
  await client.query(
    `insert into purchases (tenant_id, environment, id, document_id, activity_ids, source, words, net, currency, dated)
     values ($1, $2, $3, $4, '[]', 'ledger', 'papir', 100.10, 'DKK', '2026-03-01')`,
    [...own, PURCHASE, DOCUMENT],
  );
}

beforeAll(async () => {
  updated = await updatedInstallation({ tenant_id: TENANT, newest: BEFORE, insert: insertRows });
  expect(updated.migrated).toContain("0050-data-sources.sql");
});
afterAll(() => updated.close());

test("an installation's uploads and their source are there after the migrations that came with data sources", async () => {
  const { ctx } = updated;
  const source = { id: SOURCE, connector: "upload", name: "Uploads", status: "connected" };
  expect(await invoke(getDataSource, ctx, { id: SOURCE })).toMatchObject(source);
  expect(JSON.stringify(await invoke(listDataSources, ctx, {}))).toContain(SOURCE);
  const upload = await invoke(getUpload, ctx, { id: BATCH });
  expect(upload).toMatchObject({
    status: "completed",
    files: [
      { id: FILES[0], status: "processed", warnings: [] },
      { id: FILES[1], status: "rejected", row_errors: [] },
    ],
  });
});

test("what was known of purchases before counts as settled, in the cents that it is found by", async () => {
  await updated.asOwner(async (client) => {
    const { rows } = await client.query("select state, net_cents, counted_by, doubted_by from purchases");
    expect(rows).toEqual([{ state: "settled", net_cents: "10010", counted_by: null, doubted_by: null }]);
  });
});

test("no source is due that nobody has connected", async () => {
  await updated.asOwner(async (client) => {
    const { rows } = await client.query("select next_sync_at, run, interval_minutes, connection from data_sources");
    expect(rows).toEqual([{ next_sync_at: null, run: 0, interval_minutes: 60, connection: {} }]);
  });
});
