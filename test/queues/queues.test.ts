import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadCategoryRules } from "../../src/demo/category-rules.ts";
import { ingestingSite } from "../support/ingesting-site.ts";
import type { RecordingCompany } from "../support/recording-site.ts";
import { hasFurtherSamples } from "../support/sample-manifest.ts";
import { demoQueue, EXPECTED, FOLDER, folderFile, labelsOf, namedBySha } from "./queue-labels.ts";
import { ALL_AGREE, type Measure, measure } from "./queue-measure.ts";
import { all, type QueueSite } from "./queue-player.ts";

let site: QueueSite;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const PER_UPLOAD = 20;
/** Questions that a company is asked for 1,000 lines of such a mix, at most. */
const GROUPS_PER_1000 = 25;
/** Two years of papers are read, decided about and compared. */
const PATIENCE_MS = 300_000;

interface Summary {
  readonly waiting: { readonly lines: number };
}

async function nothingWaits(by: RecordingCompany): Promise<void> {
  const { waiting } = (await site.get(by, "/emissions/summary?from=1970-01-01&to=2027-12-31")) as Summary;
  expect(waiting.lines).toBe(0);
  expect(await site.items(by, "/review-items")).toEqual([]);
  expect(await site.items(by, "/upload-files?needs_entry=true")).toEqual([]);
}

describe("the demo company's queue", () => {
  let by: RecordingCompany;
  let found: Measure;
  let groups: readonly unknown[];
  let lines: number;
  beforeAll(async () => {
    by = await site.company();
    await loadCategoryRules(site.app.db.context(by.tenant));
    const { documents, labels } = await demoQueue();
    for (let at = 0; at < documents.length; at += PER_UPLOAD) {
      await site.ingest(by, ...documents.slice(at, at + PER_UPLOAD));
    }
    groups = await site.items(by, "/review-groups?limit=50");
    lines = labels.length;
    found = await measure(site, by, { labels, expected: EXPECTED.demo, nameOf: namedBySha(documents, "") });
  }, PATIENCE_MS);

  test("waits in at most 25 groups to decide for 1,000 lines", () => {
    expect(lines).toBeGreaterThanOrEqual(480);
    expect(groups.length).toBeGreaterThan(0);
    expect((groups.length * 1000) / lines).toBeLessThanOrEqual(GROUPS_PER_1000);
  });

  test("is settled by the labels: kg of each line and category, and what is left out", () => {
    expect(found).toEqual(ALL_AGREE);
  });

  test("nothing waits at the end, and the books are whole", async () => {
    await nothingWaits(by);
    await site.intact(by);
  });
});

interface Ended {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

// Without TEST_DATA_DIR (test/fixtures/README.md) these are told as skipped.
describe.runIf(hasFurtherSamples)("the queue of the sample folder (needs its files below TEST_DATA_DIR)", () => {
  let by: RecordingCompany;
  let found: Measure;
  beforeAll(async () => {
    by = await site.company();
    const documents = [...FOLDER.order, ...Object.keys(FOLDER.file_decisions)].map(folderFile);
    for (const document of documents) await site.ingest(by, document);
    const nameOf = namedBySha(documents, "ok-three-invoices.zip");
    site.app.db.clock.advance(61);
    found = await measure(site, by, { labels: labelsOf(FOLDER), expected: EXPECTED.sample_folder, nameOf });
  }, PATIENCE_MS);

  test("is settled by the labels: kg of each line and category, and what is left out", () => {
    expect(found).toEqual(ALL_AGREE);
  });

  test("the files that were not read are those of the table, which says what is done with them", async () => {
    const files = await all<Ended>(site, by, "/upload-files?needs_entry=true");
    expect(files.map(({ name }) => name)).toEqual(Object.keys(FOLDER.file_decisions));
    for (const { id, name } of files) {
      await site.change(by, `/upload-files/${id}/exclude`, { reason: FOLDER.file_decisions[name]?.excluded });
    }
  });

  test("nothing waits at the end, and the books are whole", async () => {
    await nothingWaits(by);
    await site.intact(by);
  });

  test("what is no invoice ends as its manifest says", async () => {
    const other = await site.company();
    for (const [name, end] of Object.entries(FOLDER.ends_as_its_manifest_says)) {
      const [file] = (await site.ingest(other, folderFile(name))) as readonly Ended[];
      expect(file?.status === "rejected" ? "rejected" : "read", `${name}: ${file?.status}`).toBe(end);
    }
  });
});
