import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pdf } from "../../support/pdf.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { POWER_BILL } from "../../support/printed-invoices.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const bill = { name: "el.pdf", bytes: pdf(POWER_BILL.pages) };

/** The same bill with a VAT that does not lead to its total. */
const broken = {
  name: "el-fejl.pdf",
  bytes: pdf(
    POWER_BILL.pages.map((texts) => texts.map((one) => (one.text === "593,99" ? { ...one, text: "539,99" } : one))),
  ),
};

describe("an uploaded PDF", () => {
  test("is booked by its quantity once, with its tariffs covered", async () => {
    const company = await service.company();
    const [file] = await company.ingest(bill);
    expect(file).toMatchObject({ status: "processed", warnings: [] });
    const lines = await company.lines();
    expect(lines).toHaveLength(3);
    expect(await company.total_kg()).toBeGreaterThan(0);
    expect(new Set((await company.entries()).map((entry) => entry.scope))).toContain("2");
  });

  test("that does not add up waits for a person: nothing of it counts", async () => {
    const company = await service.company();
    const [file] = await company.ingest(broken);
    expect(file).toMatchObject({ status: "needs_review", entry_count: 0 });
    expect(await company.total_kg()).toBe(0);
    expect((file?.warnings ?? []).join(" ")).toMatch(/totals_unclear/);
  });

  test("that needs a password, or is cut off, leaves the files beside it alone", async () => {
    const company = await service.company();
    const files = await company.ingest(
      { name: "locked.pdf", bytes: pdf(POWER_BILL.pages, { userPassword: "x" }) },
      { name: "cut.pdf", bytes: bill.bytes.subarray(0, 60) },
      bill,
    );
    expect(files.map(({ status, error }) => error?.code ?? status)).toEqual([
      "file.encrypted",
      "file.corrupt",
      "processed",
    ]);
  });
});
