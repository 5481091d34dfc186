import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import {
  canDrawText,
  fadedReceipt,
  pictureInContents,
  pictureWithPalette,
  scannedInvoice,
} from "../../support/scans.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

describe.skipIf(!canDrawText)("an upload with scans (needs a sans-serif font)", { timeout: 300_000 }, () => {
  it("has a result for each file: of what adds up at most the category is asked, what does not waits, what is damaged is refused", async () => {
    const company = await service.company();
    const scan = await scannedInvoice("90417").jpeg({ quality: 90 }).toBuffer();
    const files = await company.ingest(
      { name: "scan.jpg", bytes: scan },
      { name: "bon.png", bytes: await fadedReceipt().png().toBuffer() },
      { name: "cut.jpg", bytes: scan.subarray(0, 9_000) },
      { name: "faktura.xml", bytes: ubl({ number: "P-1", lines: [{ text: "Kopipapir A4", amount: "90" }] }) },
    );
    expect(files.map(({ status, error }) => error?.code ?? status)).toEqual([
      "needs_review",
      "needs_review",
      "file.corrupt",
      "processed",
    ]);
    const lines = await company.lines();
    const ofScan = lines.filter(({ document_id }) => document_id === files[0]?.document_id);
    expect(ofScan.map(({ amount }) => amount)).toEqual(["462", "2130", "95"]);
    expect(ofScan.map(({ status }) => status)).toContain("classified");
    expect(new Set(ofScan.map(({ review_code }) => review_code))).toEqual(new Set([null, "category_needs_person"]));
    const ofReceipt = lines.filter(({ document_id }) => document_id === files[1]?.document_id);
    expect(ofReceipt.length).toBeGreaterThan(0);
    expect(ofReceipt.every(({ status }) => status === "pending_review")).toBe(true);
    expect(service.errors).toEqual([]);
  });

  it.each([
    ["a palette of 256 colours", pictureWithPalette, "90418"],
    ["its samples among the page's instructions", pictureInContents, "90419"],
  ])("a scan of a page is read in a PDF like the picture itself: %s", async (_how, pageOf, number) => {
    const company = await service.company();
    // A4 at 300 dpi: what the page unpacks to is more than instructions may be.
    const bytes = await pageOf(scannedInvoice(number).resize({ width: 3508 }));
    const [file] = await company.ingest({ name: "scan.pdf", bytes });
    expect(file?.error).toBeNull();
    expect(file?.status).toBe("needs_review");
    expect((await company.lines()).map(({ amount }) => amount)).toEqual(["462", "2130", "95"]);
  });
});
