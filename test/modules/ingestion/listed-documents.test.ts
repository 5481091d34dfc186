import { afterAll, beforeAll, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { listUploadFiles } from "../../../src/modules/ingestion/list-upload-files.ts";
import type { UploadFile } from "../../../src/modules/ingestion/upload-batch.ts";
import { emptyPicture } from "../../support/demo-files.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

async function documentsOf(company: Company): Promise<ReadonlyMap<string, UploadFile["document"]>> {
  const { items } = (await invoke(listUploadFiles, company.ctx, {})) as { items: readonly UploadFile[] };
  return new Map(items.map(({ name, document }) => [name, document]));
}

const invoice = (name: string, supplier: string) => ({
  name,
  bytes: ubl({
    number: "N-17",
    date: "2026-03-04",
    supplier: { name: supplier, cvr: "31415926" },
    lines: [{ text: "Kontorartikler", amount: "80.00" }],
  }),
});

test("files are listed with what the head of their document says, those without one with none", async () => {
  const company = await service.company();
  const other = await service.company();
  await company.ingest(invoice("one.xml", "Nordpap A/S"));
  await company.ingest({ name: "bon.png", bytes: await emptyPicture() });
  await other.ingest(invoice("theirs.xml", "Sydpap A/S"));
  const documents = await documentsOf(company);
  expect([...documents.keys()].toSorted()).toEqual(["bon.png", "one.xml"]);
  expect(documents.get("bon.png")).toBeNull();
  expect(documents.get("one.xml")).toMatchObject({
    supplier_name: "Nordpap A/S",
    invoice_number: "N-17",
    issue_date: "2026-03-04",
    currency: "DKK",
  });
  expect(Number(documents.get("one.xml")?.total_excl_vat)).toBe(80);
  expect((await documentsOf(other)).get("theirs.xml")?.supplier_name).toBe("Sydpap A/S");
});
