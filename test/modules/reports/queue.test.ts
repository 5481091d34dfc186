import { afterAll, beforeAll, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import type { RenderOutcome, ReportRendering } from "../../../src/core/report-rendering.ts";
import { generateReport } from "../../../src/modules/reports/generate-report.ts";
import { listReports } from "../../../src/modules/reports/list-reports.ts";
import type { ReportRecord } from "../../../src/modules/reports/report.ts";
import { ledgerLine, record } from "../../support/ledger.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

/** More than the files that the service has in work at once with two parser threads. */
const REPORTS = 40;

/** Renders nothing before it is let. */
let release = (): void => undefined;
const released = new Promise<void>((resolve) => {
  release = resolve;
});
let atOnce = 0;
let atOnceMax = 0;
const slow: ReportRendering = {
  template_sha256: null,
  unavailableReason: () => null,
  versions: () => ({}),
  async render({ document }): Promise<RenderOutcome> {
    atOnce += 1;
    atOnceMax = Math.max(atOnceMax, atOnce);
    await released;
    atOnce -= 1;
    return { kind: "done", bytes: document };
  },
};
let service: Pipeline;

beforeAll(async () => {
  service = await pipeline({ rendering: slow });
});
afterAll(async () => {
  release();
  await service.close();
});

test("reports that wait to be rendered hold up no upload of any company", { timeout: 300_000 }, async () => {
  const [asking, uploading] = [await service.company(), await service.company()];
  const ctx = { ...asking.ctx, rendering: slow };
  for (let count = 0; count < REPORTS; count += 4) {
    await record(ctx, [ledgerLine(count, { date: "2025-02-01" })]);
    for (const language of ["da", "en"]) {
      for (const format of ["xlsx", "xhtml"]) {
        await invoke(generateReport, ctx, { report_year: 2025, standard_type: "vsme_basic", format, language });
      }
    }
  }
  const reports = service.drain();
  await expect.poll(() => atOnce).toBe(2);
  const invoice = ubl({ number: "1", lines: [{ text: "Strøm", amount: "100.00", quantity: "50", unit: "KWH" }] });
  const { id } = await uploading.upload({ name: "invoice.xml", bytes: invoice });
  const uploads = service.drain();
  await expect.poll(async () => (await uploading.state(id)).status, { timeout: 60_000 }).toBe("completed");
  release();
  await Promise.all([reports, uploads]);
  expect(atOnceMax).toBe(2);
  const { items } = (await invoke(listReports, ctx, { limit: 100 })) as { items: ReportRecord[] };
  expect(items).toHaveLength(REPORTS);
});
