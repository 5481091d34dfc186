import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let folder: string;
let service: Pipeline;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "carbon-ledger-register-"));
  const company_register_file = join(folder, "companies.csv");
  writeFileSync(company_register_file, "cvr;navn;branche\n16180339;Blank Rude ApS;812100\n");
  service = await pipeline({ company_register_file });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

test("the branch of an invoice's supplier is suggested where the line says nothing, and waits for a person", async () => {
  const company = await service.company();
  const lines = [{ text: "Jf. aftale 4711", amount: "2500.00" }];
  const known = { number: "B-1", supplier: { name: "Blank Rude ApS", cvr: "16180339" }, lines };
  const unknown = { number: "B-2", supplier: { name: "Zorba ApS", cvr: "27182818" }, lines };
  for (const document of [known, unknown]) {
    await company.ingest({ name: `${document.number}.xml`, bytes: ubl(document) });
  }
  expect((await company.lines()).map(({ status, category_key, reason }) => [status, category_key, reason])).toEqual([
    ["pending_review", "purchases.services.cleaning", "the supplier's branch in the company register: 812100 (812...)"],
    ["pending_review", "unclassified.pending", "Nothing in the line names a category."],
  ]);
});
