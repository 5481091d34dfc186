import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
let owner: Client;
beforeAll(async () => {
  site = await ingestingSite();
  owner = new Client(driverSettings(site.app.db.connection));
  await owner.connect();
  for (const table of ["purchases", "activities"])
    await owner.query(`alter table ${table} set (autovacuum_enabled = false)`);
});
afterAll(async () => {
  await owner.end();
  await site.close();
});

/** Rows that the planner believes to be in a table; -1: it has never looked. */
async function believed(table: string): Promise<number> {
  const { rows } = await owner.query<{ reltuples: number }>("select reltuples from pg_class where relname = $1", [
    table,
  ]);
  return rows[0]?.reltuples ?? -1;
}

const ledger = (name: string, count: number) => ({
  name,
  content: [
    "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Beløb;Valuta",
    ...Array.from({ length: count }, (_, n) => {
      const day = String(1 + (n % 28)).padStart(2, "0");
      return `2026-03-${day};${n};2450;Kontorartikler;Kontorartikler ${name} ${n};Handel ${n % 50} ApS;${100 + n},00;DKK`;
    }),
  ].join("\r\n"),
});

test("after a large ledger the planner knows of its rows at once, after a small one it is not asked", async () => {
  const by = await site.company();
  await site.ingest(by, ledger("small.csv", 20));
  const before = await believed("purchases");
  await site.ingest(by, ledger("other.csv", 20));
  expect(await believed("purchases")).toBe(before);
  expect(before).toBeLessThan(1000);
  await site.ingest(by, ledger("large.csv", 3_000));
  expect(await believed("purchases")).toBeGreaterThan(2_000);
  expect(await believed("activities")).toBeGreaterThan(2_000);
}, 180_000);
