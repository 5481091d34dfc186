import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../support/ingesting-site.ts";
import type { RecordingCompany } from "../support/recording-site.ts";
import { hasFurtherSamples } from "../support/sample-manifest.ts";
import { EXPECTED, folderFile, labelsOf, namedBySha, PICTURES } from "./queue-labels.ts";
import { ALL_AGREE, type Measure, measure } from "./queue-measure.ts";
import { all, type QueueSite, type ReadLine } from "./queue-player.ts";

/** Recognising the letters of seven pictures. */
const PATIENCE_MS = 600_000;
const MAX_FILE_BYTES = 2_000_000;

// Without TEST_DATA_DIR (test/fixtures/README.md) these are told as skipped.
describe.runIf(hasFurtherSamples)("the queue of scans and photos (needs its files below TEST_DATA_DIR)", () => {
  let site: QueueSite;
  let by: RecordingCompany;
  let found: Measure;
  beforeAll(async () => {
    site = await ingestingSite({ max_file_bytes: MAX_FILE_BYTES });
    by = await site.company();
    const documents = PICTURES.order.map(folderFile);
    for (const document of documents) await site.ingest(by, document);
    found = await measure(site, by, {
      labels: labelsOf(PICTURES),
      expected: EXPECTED.pictures,
      nameOf: namedBySha(documents, ""),
    });
  }, PATIENCE_MS);
  afterAll(() => site.close());

  test("is settled by the labels: kg of each line and category, and what is left out", () => {
    expect(found).toEqual(ALL_AGREE);
  });

  test("nothing waits at the end, and the books are whole", async () => {
    expect(await all<ReadLine>(site, by, "/review-items")).toEqual([]);
    expect(await site.items(by, "/upload-files?needs_entry=true")).toEqual([]);
    await site.intact(by);
  });
});
