import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { canDrawText, fadedReceipt, scannedInvoice } from "../../support/scans.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

describe.skipIf(!canDrawText)("an upload with scans (needs a sans-serif font)", { timeout: 300_000 }, () => {
  it("has a result for each file: what adds up counts, what does not waits, what is damaged is refused", async () => {
    const company = await service.company();
    const scan = await scannedInvoice("90417").jpeg({ quality: 90 }).toBuffer();
    const files = await company.ingest(
      { name: "scan.jpg", bytes: scan },
      { name: "bon.png", bytes: await fadedReceipt().png().toBuffer() },
      { name: "cut.jpg", bytes: scan.subarray(0, 9_000) },
      { name: "faktura.xml", bytes: ubl({ number: "P-1", lines: [{ text: "Kopipapir", amount: "90" }] }) },
    );
    expect(files.map(({ status, error }) => error?.code ?? status)).toEqual([
      "processed",
      "needs_review",
      "file.corrupt",
      "processed",
    ]);
    const lines = await company.lines();
    const ofScan = lines.filter(({ document_id }) => document_id === files[0]?.document_id);
    expect(ofScan.map(({ amount }) => amount)).toEqual(["462", "2130", "95"]);
    const ofReceipt = lines.filter(({ document_id }) => document_id === files[1]?.document_id);
    expect(ofReceipt.length).toBeGreaterThan(0);
    expect(ofReceipt.every(({ status }) => status === "pending_review")).toBe(true);
    expect(service.errors).toEqual([]);
  });
});
