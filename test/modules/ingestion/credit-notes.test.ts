import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { rerunReviewItems } from "../../../src/modules/review/rerun-review-items.ts";
import { excludeReviewItem } from "../../../src/modules/review/exclude-review-item.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { run, waiting } from "../../support/review.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const file = (document: UblDocument) => ({ name: `${document.number}.xml`, bytes: ubl(document) });
const STEEL = { name: "Stålcentrum Nord A/S", cvr: "27182818" };
const steel = (amount: string) => ({ text: "Stålplade 3 mm", unit: "EA", quantity: "1", amount });

/** An invoice of 10,000 DKK of steel in November, and what is taken back of it in May. */
const invoice = (number = "F-100", date = "2025-11-20"): UblDocument => ({
  number,
  date,
  supplier: STEEL,
  lines: [steel("10000.00")],
});
const credit = (number: string, amount: string, more: Partial<UblDocument> = {}): UblDocument => ({
  number,
  date: "2026-05-15",
  supplier: STEEL,
  is_credit_note: true,
  lines: [steel(amount)],
  ...more,
});

/** Kilograms by the day on which they count. */
async function byDay(company: Company): Promise<Record<string, number>> {
  const days: Record<string, number> = {};
  for (const { transaction_date, co2e_market_based_kg } of await company.entries()) {
    const day = transaction_date.slice(0, 10);
    days[day] = (days[day] ?? 0) + co2e_market_based_kg;
  }
  return days;
}

async function counted(...documents: readonly UblDocument[]): Promise<Record<string, number>> {
  const company = await service.company();
  for (const document of documents) await company.ingest(file(document));
  return await byDay(company);
}

describe("a credit note", () => {
  test("takes off what it names where that was counted, in proportion", async () => {
    const [plain] = Object.values(await counted(invoice()));
    const company = await service.company();
    await company.ingest(file(invoice()));
    await company.ingest(file(credit("K-1", "4000.00", { credits: "F-100" })));
    expect(await waiting(company.ctx)).toEqual([]);
    const { "2025-11-20": left, ...others } = await byDay(company);
    expect(others).toEqual({});
    expect(left).toBeCloseTo((plain ?? 0) * 0.6, 5);
  });

  test.each([
    ["that names an invoice which is not here", ["F-100"], { credits: "F-999" }],
    ["whose supplier has sent none", [], {}],
    ["whose supplier has sent none for more than a year", ["F-100 2024-11-20"], {}],
  ] as const)("%s waits and counts nothing", async (_what, invoices, more) => {
    const company = await service.company();
    for (const text of invoices) {
      const [number = "", date] = text.split(" ");
      await company.ingest(file(invoice(number, date)));
    }
    const before = await company.total_kg();
    const [noted] = await company.ingest(file(credit("K-1", "4000.00", more)));
    expect(noted?.status).toBe("needs_review");
    expect(await company.total_kg()).toBe(before);
    expect(await waiting(company.ctx)).toMatchObject([
      {
        review_code: "credit_unmatched",
        waits_for: { code: "credit_unmatched", text_da: expect.stringMatching(/Kreditnota/) },
        needs: [{ field: "decision" }],
      },
    ]);
  });

  test("that waits is taken off or left out by a person", async () => {
    const [taken, left] = [await service.company(), await service.company()];
    for (const company of [taken, left]) await company.ingest(file(credit("K-1", "4000.00")));
    const [one] = await waiting(taken.ctx);
    await run(acceptReviewItem, taken.ctx, { id: one?.id ?? "" });
    expect(await taken.total_kg()).toBeLessThan(0);
    const [other] = await waiting(left.ctx);
    await run(excludeReviewItem, left.ctx, { id: other?.id ?? "", reason: "Fakturaen er ikke talt med" });
    expect(await left.entries()).toEqual([]);
    for (const company of [taken, left]) expect(await waiting(company.ctx)).toEqual([]);
  });

  test("takes off at most what is left of its invoice: the rest waits", async () => {
    const company = await service.company();
    await company.ingest(file(invoice()));
    await company.ingest(file(credit("K-1", "6000.00", { credits: "F-100" })));
    const left = await company.total_kg();
    await company.ingest(file(credit("K-2", "6000.00", { credits: "F-100" })));
    expect(await waiting(company.ctx)).toHaveLength(1);
    expect(await company.total_kg()).toBe(left);
    await company.ingest(file(credit("K-3", "4000.00", { credits: "F-100" })));
    expect(await waiting(company.ctx)).toHaveLength(1);
    expect(await company.total_kg()).toBeCloseTo(0, 6);
  });

  test("with two lines takes off at most what is left as well", async () => {
    const company = await service.company();
    await company.ingest(file(invoice()));
    const before = await company.total_kg();
    await company.ingest(file(credit("K-1", "0", { credits: "F-100", lines: [steel("7000.00"), steel("7000.00")] })));
    expect(await waiting(company.ctx)).toHaveLength(1);
    expect(await company.total_kg()).toBeCloseTo(before * 0.3, 5);
  });

  test("that names none takes off the newest invoice of which enough is left", async () => {
    const company = await service.company();
    await company.ingest(file(invoice("F-1", "2025-09-10")), file(invoice("F-2", "2025-11-20")));
    await company.ingest(file(credit("K-1", "8000.00")));
    await company.ingest(file(credit("K-2", "8000.00")));
    expect(await waiting(company.ctx)).toEqual([]);
    const days = await byDay(company);
    expect(Object.keys(days).toSorted()).toEqual(["2025-09-10", "2025-11-20"]);
    expect(days["2025-09-10"]).toBeCloseTo(days["2025-11-20"] ?? 0, 5);
  });

  test("that came before its invoice counts on the day that a person states", async () => {
    const company = await service.company();
    await company.ingest(file(credit("K-1", "10000.00", { credits: "F-100" })));
    await company.ingest(file(invoice()));
    const [line] = await waiting(company.ctx);
    await run(acceptReviewItem, company.ctx, { id: line?.id ?? "", facts: { transaction_date: "2025-11-20" } });
    expect(await waiting(company.ctx)).toEqual([]);
    const days = await byDay(company);
    expect(Object.keys(days)).toEqual(["2025-11-20"]);
    expect(days["2025-11-20"]).toBeCloseTo(0, 6);
  });

  test("takes consumption off the months of its bill", async () => {
    const used = { text: "Elforbrug", quantity: "1200", unit: "KWH", amount: "1200.00" };
    const period = ["2025-10-01", "2026-03-31"] as const;
    const company = await service.company();
    await company.ingest(file({ number: "E-1", date: "2026-04-10", period, lines: [used] }));
    const full = await byDay(company);
    expect(Object.keys(full)).toHaveLength(6);
    const back = { ...used, quantity: "600", amount: "600.00" };
    await company.ingest(
      file({ number: "E-2", date: "2026-05-15", is_credit_note: true, credits: "E-1", lines: [back] }),
    );
    expect(await waiting(company.ctx)).toEqual([]);
    const left = await byDay(company);
    expect(Object.keys(left)).toEqual(Object.keys(full));
    for (const [day, kg] of Object.entries(full)) expect(left[day]).toBeCloseTo(kg / 2, 4);
  });

  test("takes back at most the quantity that its invoice counts, whatever it costs", async () => {
    const used = { text: "Elforbrug", quantity: "1200", unit: "KWH", amount: "1200.00" };
    const company = await service.company();
    await company.ingest(file({ number: "E-1", date: "2026-04-10", lines: [used] }));
    const full = await company.total_kg();
    const back = { ...used, quantity: "2400", amount: "600.00" };
    await company.ingest(
      file({ number: "E-2", date: "2026-05-15", is_credit_note: true, credits: "E-1", lines: [back] }),
    );
    expect(await company.total_kg()).toBe(full);
    expect(await waiting(company.ctx)).toMatchObject([{ review_code: "credit_unmatched" }]);
  });

  test("that lowers the price of what is counted by quantity leaves the quantity; one that does not say so waits", async () => {
    const used = { text: "Elforbrug", quantity: "1200", unit: "KWH", amount: "1200.00" };
    const lowered = (number: string, text: string) =>
      file({
        number,
        date: "2026-05-15",
        is_credit_note: true,
        credits: "E-1",
        lines: [{ text, quantity: "1", unit: "EA", amount: "100.00" }],
      });
    const company = await service.company();
    await company.ingest(file({ number: "E-1", date: "2026-04-10", lines: [used] }));
    const full = await company.total_kg();
    await company.ingest(lowered("E-2", "Elforbrug, bonus for 2025"));
    expect(await company.total_kg()).toBe(full);
    expect(await waiting(company.ctx)).toEqual([]);
    const bonus = (await company.lines()).find(({ description }) => description.includes("bonus"));
    expect(bonus).toMatchObject({ status: "excluded" });
    expect(bonus?.reason).toContain("the price changes, not the quantity");
    await company.ingest(lowered("E-3", "Elforbrug, regulering"));
    expect(await company.total_kg()).toBe(full);
    expect(await waiting(company.ctx)).toMatchObject([{ review_code: "credit_unmatched" }]);
  });

  test("of another company's invoice finds nothing", async () => {
    await (await service.company()).ingest(file(invoice()));
    const company = await service.company();
    await company.ingest(file(credit("K-1", "4000.00", { credits: "F-100" })));
    expect(await company.entries()).toEqual([]);
    expect(await waiting(company.ctx)).toHaveLength(1);
  });
});

test("a credit note without its invoice goes on waiting when the supplier's lines are read as a person read one", async () => {
  const company = await service.company();
  await company.ingest(file(credit("K-1", "4000.00")));
  await company.ingest(file(invoice("F-200", "2026-06-01")));
  const line = (await company.lines()).find(({ amount }) => amount === "10000");
  const decided = { category_id: "purchases.materials.aluminium", reason: "aluminium, whatever it is called" };
  await run(recategorizeActivity, company.ctx, { id: line?.id, ...decided });
  expect(await run(rerunReviewItems, company.ctx, { activity_id: line?.id })).toMatchObject({ changed_count: 0 });
  expect((await waiting(company.ctx)).map(({ review_code }) => review_code)).toEqual(["credit_unmatched"]);
});
