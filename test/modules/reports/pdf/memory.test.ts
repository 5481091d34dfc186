import { afterAll, describe, expect, test } from "vitest";
import { jsonForm } from "../../../../src/modules/reports/forms/json-form.ts";
import { isEngineInstalled } from "../../../../src/platform/typst/engine.ts";
import { openReportRenderer } from "../../../../src/composition/isolation/report-renderer.ts";
import { sampleDocument } from "../../../support/report-document.ts";

const MIB = 1024 * 1024;
const RENDERS = 10;
/** One render in this process would leave several times that behind. */
const GROWTH_MAX_MIB = 40;

describe.skipIf(!isEngineInstalled())(
  "rendering many reports (needs a typesetting engine)",
  { timeout: 300_000 },
  () => {
    const renderer = openReportRenderer({ template: null });
    afterAll(() => renderer.close());

    test("leaves this process as large as it was: the engine lives in processes that end", async () => {
      const document = jsonForm(sampleDocument());
      const render = () => renderer.render({ document, format: "pdf", template: "own" });
      const first = await render();
      if (first.kind !== "done") throw new Error(first.reason);
      const before = process.memoryUsage.rss();
      for (let done = 0; done < RENDERS; done += 2) {
        for (const outcome of await Promise.all([render(), render()])) {
          expect(outcome.kind === "done" && Buffer.compare(outcome.bytes, first.bytes)).toBe(0);
        }
      }
      expect((process.memoryUsage.rss() - before) / MIB).toBeLessThan(GROWTH_MAX_MIB);
    });
  },
);
