import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { listReviewItems } from "../../../src/modules/review/list-review-items.ts";
import { pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let folder: string;
let PROCUREMENT_VOCABULARY_FILE: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "carbon-ledger-vocabulary-"));
  PROCUREMENT_VOCABULARY_FILE = join(folder, "vocabulary.csv");
});
afterAll(() => rmSync(folder, { recursive: true }));

test("the operator's vocabulary suggests for an uploaded line of which the service knows no word, in the review queue", async () => {
  writeFileSync(
    PROCUREMENT_VOCABULARY_FILE,
    "cpv_code,title_da,title_en,category\n1,Bistader,Beehives,purchases.materials.agricultural\n" +
      "2,Okarinaer,Ocarinas,purchases.services.training\n",
  );
  const service = await pipeline({}, null, { PROCUREMENT_VOCABULARY_FILE });
  try {
    const company = await service.company();
    const lines = [
      { text: "Bistade", amount: "2500.00" },
      { text: "Zwimpel", amount: "10.00" },
    ];
    const document = { number: "V-1", supplier: { name: "Zorba ApS", cvr: "27182818" }, lines };
    const [file] = await company.ingest({ name: "a.xml", bytes: ubl(document) });
    expect(file).toMatchObject({ status: "needs_review", activity_count: 2, entry_count: 0 });
    const { items } = (await invoke(listReviewItems, company.ctx, {})) as { items: { description: string }[] };
    expect(items.toSorted((a, b) => (a.description < b.description ? -1 : 1))).toMatchObject([
      {
        description: "Bistade",
        review_code: "category_needs_person",
        reason: 'like titles of the procurement vocabulary: "bistade"',
        suggestion: { category_id: "purchases.materials.agricultural", weight_share: 1 },
      },
      { description: "Zwimpel", suggestion: null, alternatives: [] },
    ]);
  } finally {
    await service.close();
  }
});

test.each([
  ["names a category that there is not", "title_da,category\nBistader,purchases.bees\n", '"purchases.bees"'],
  ["would leave lines out", "title_da,category\nLøn,unclassified.not_relevant\n", '"unclassified.not_relevant"'],
  ["has other columns", "kode,navn\n1,Bistader\n", "it has: kode, navn"],
])("a vocabulary that %s is told before any file is read", async (_, text, told) => {
  writeFileSync(PROCUREMENT_VOCABULARY_FILE, text);
  const service = await pipeline({}, null, { PROCUREMENT_VOCABULARY_FILE });
  try {
    const company = await service.company();
    const upload = await company.upload({ name: "a.xml", bytes: ubl({ number: "V-2", lines: [] }) });
    await expect(service.drain()).rejects.toThrow(told);
    await expect(service.drain()).rejects.toThrow("PROCUREMENT_VOCABULARY_FILE");
    expect((await company.state(upload.id)).files).toMatchObject([{ status: "stored" }]);
  } finally {
    await service.close();
  }
});
