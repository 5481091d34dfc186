import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type Snapshot, snapshotId } from "../../src/modules/reports/snapshot/snapshot.ts";
import { drawnForms } from "../support/drawn-forms.ts";

/**
 * A snapshot that the demo company's year was frozen to in format 5, and the SHA-256 of every form of its reports. Until a report
 * is to look otherwise, on purpose, these are the bytes; what format 4 froze is in test/modules/reports/format-4.
 */
const FOLDER = join(import.meta.dirname, "pinned");
// Written by the service.
const SNAPSHOT = JSON.parse(
  gunzipSync(readFileSync(join(FOLDER, "demo-2025-format-5.json.gz"))).toString("utf8"),
) as Snapshot;
// Texts by the name of a report.
const EXPECTED = JSON.parse(readFileSync(join(FOLDER, "report-forms.json"), "utf8")) as Record<string, unknown>;

const CHANGED =
  "what is frozen already is drawn differently: if that is meant, give it a snapshot format of its own; these hashes stay";

test("a snapshot has the id under which it is stored", () => {
  expect(snapshotId(SNAPSHOT)).toBe(EXPECTED["snapshot"]);
});

describe.each(["vsme_basic", "vsme_comprehensive", "csrd"] as const)("a report as %s", (standard_type) => {
  test.each(["da", "en"] as const)("in %s has the bytes that it had", async (language) => {
    const terms = {
      report_year: SNAPSHOT.report_year,
      standard_type,
      format: "json",
      language,
      template: "own",
    } as const;
    expect(await drawnForms(SNAPSHOT, terms), CHANGED).toEqual(EXPECTED[`${standard_type} ${language}`]);
  });
});
