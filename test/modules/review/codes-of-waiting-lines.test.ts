import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../../src/composition/service.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ledger, machines, table } from "./truth-table-documents.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

/** Codes by which the groups of lines were kept before. */
const BEFORE = `update waiting_lines set code = case code
  when 'advance_deducted' then 'category_needs_person' when 'vat_unknown' then 'no_amount_or_quantity'
  when 'quantity_missing' then 'no_factor' else code end`;
const MENDING = ["0240-codes-of-waiting-lines.sql", "0241-missing-quantities.sql"];
const DIESEL = ";OK a.m.b.a.;39170418;Diesel;3120;;;8000,00;DKK";

test("lines that waited before keep what they wait for, and go into one group with those that come later", async () => {
  const tenant = await site.app.db.tenant({ country: "SE" });
  const by = { tenant, key: await site.app.key(tenant) };
  const codes = async () => {
    const groups = await site.items<{ waits_for: { code: string }; line_count: number }>(by, "/review-groups?limit=50");
    return groups.map(({ waits_for, line_count }) => `${waits_for.code} ${line_count}`).sort();
  };
  await site.ingest(
    by,
    machines("K-1", { text: "Pakkemaskine", amount: "496.00" }, { text: "Fratrukket aconto", amount: "-248.00" }),
  );
  const row = "VISA KONTORARTIKLER NORDPAP;-1250,00;10000,00;Udført";
  await site.ingest(by, table("Dato;Tekst;Beløb;Saldo;Status", `2026-03-20;${row}`));
  await site.ingest(by, ledger(`15-03-2026${DIESEL}`));
  const first = await codes();
  expect(first).toEqual(["advance_deducted 1", "quantity_missing 1", "vat_unknown 1"]);
  const owner = new Client(driverSettings(site.app.db.connection));
  await owner.connect();
  try {
    await owner.query(BEFORE);
    expect(await codes()).toEqual(["category_needs_person 1", "no_amount_or_quantity 1", "no_factor 1"]);
    for (const name of MENDING) await owner.query(await readFile(join(MIGRATIONS, name), "utf8"));
  } finally {
    await owner.end();
  }
  expect(await codes()).toEqual(first);
  await site.ingest(by, table("Dato;Tekst;Beløb;Saldo;Status", `2026-04-20;${row}`));
  await site.ingest(by, ledger(`16-03-2026${DIESEL}`));
  expect(await codes()).toEqual(["advance_deducted 1", "quantity_missing 2", "vat_unknown 2"]);
  await site.intact(by);
});
