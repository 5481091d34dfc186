import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { closeFinancialYear } from "../../../src/modules/restatements/close-financial-year.ts";
import { listRestatements } from "../../../src/modules/restatements/list-restatements.ts";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { createDepartment } from "../../../src/modules/departments/create-department.ts";
import { getEmissionsSummary } from "../../../src/modules/emissions/get-emissions-summary.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { rerunReviewItems } from "../../../src/modules/review/rerun-review-items.ts";
import { excludeActivity } from "../../../src/modules/activities/exclude-activity.ts";
import { excludeReviewItem } from "../../../src/modules/review/exclude-review-item.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { intact, run, waiting } from "../../support/review.ts";
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
        waits_for: { code: "credit_unmatched", text_da: expect.stringMatching(/tager noget tilbage/) },
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

describe("a credit note that is read before the invoice that it names", () => {
  const electricity = { text: "Elforbrug", quantity: "1200", unit: "KWH", amount: "1200.00" };
  const ELECTRIC: UblDocument = {
    number: "E-1",
    date: "2026-01-31",
    period: ["2025-10-01", "2026-01-31"],
    lines: [electricity],
  };
  const unnamed: UblDocument = {
    number: "E-2",
    date: "2026-05-15",
    is_credit_note: true,
    lines: [{ ...electricity, quantity: "300", amount: "300.00" }],
  };
  const back: UblDocument = { ...unnamed, credits: "e 1" };

  async function read(...documents: readonly UblDocument[]): Promise<Company> {
    const company = await service.company();
    for (const document of documents) await company.ingest(file(document));
    return company;
  }

  /** What the two orders must give alike. */
  async function alike(one: Company, other: Company): Promise<void> {
    expect(await byDay(other)).toEqual(await byDay(one));
    const codes = async ({ ctx }: Company) => (await waiting(ctx)).map(({ review_code }) => review_code);
    expect(await codes(other)).toEqual(await codes(one));
    const summary = async ({ ctx }: Company) => {
      const { total_co2e_kg, pending_restatement_kg } = await run(getEmissionsSummary, ctx, {
        from: "2025-01-01",
        to: "2026-12-31",
      });
      return { total_co2e_kg, pending_restatement_kg };
    };
    expect(await summary(other)).toEqual(await summary(one));
    await intact(other.ctx);
  }

  test.each([
    ["bought by money", invoice(), credit("K-1", "4000.00", { credits: "F-100" })],
    ["counted by quantity over a period", ELECTRIC, back],
    ["of which only the price changes", ELECTRIC, { ...back, lines: [{ text: "Bonus el", amount: "100.00" }] }],
    ["of which more is taken back than is counted", invoice(), credit("K-1", "10001.00", { credits: "F-100" })],
  ] as const)("is booked with it, as in the other order: %s", async (_what, bought, note) => {
    await alike(await read(bought, note), await read(note, bought));
  });

  test("in words that alone would be asked about, is booked with it in either order", async () => {
    const lines = [{ ...steel("4000.00"), text: "Stålplade 3 mm beskadiget kant" }];
    const note = credit("K-1", "4000.00", { credits: "F-100", lines });
    const companies = [await read(invoice(), note), await read(note, invoice())] as const;
    await alike(...companies);
    for (const { ctx } of companies) expect(await waiting(ctx)).toEqual([]);
  });

  test.each([
    ["bought by money", invoice(), credit("K-1", "4000.00")],
    ["counted by quantity over a period", ELECTRIC, unnamed],
    ["of which more is taken back than is counted", invoice(), credit("K-1", "10001.00")],
    ["dated after it", invoice("F-100", "2026-06-01"), credit("K-1", "4000.00")],
    ["of another category", { ...invoice(), lines: [electricity] }, credit("K-1", "4000.00")],
  ] as const)("is booked with it as well where it names none: %s", async (_what, bought, note) => {
    await alike(await read(bought, note), await read(note, bought));
  });

  test("and that names none waits where it can be about two", async () => {
    const company = await read(invoice("F-1"), invoice("F-2"), credit("K-1", "10000.00"), credit("K-2", "10000.00"));
    await company.ingest(file(credit("K-3", "4000.00")));
    const before = (await company.lines()).filter(
      ({ amount, status }) => amount === "-10000" && status === "classified",
    );
    expect(before).toHaveLength(2);
    for (const { id } of before) await run(excludeActivity, company.ctx, { id, reason: "Sent by mistake" });
    await company.ingest(file(invoice("F-3", "2026-06-01")));
    expect((await waiting(company.ctx)).map(({ review_code }) => review_code)).toEqual(["credit_unmatched"]);
    const [first] = (await company.lines()).filter(({ amount }) => amount === "10000");
    await run(excludeActivity, company.ctx, { id: first?.id, reason: "Sent by mistake" });
    await company.ingest(file(invoice("F-4", "2026-06-02")));
    expect(await waiting(company.ctx)).toEqual([]);
    await intact(company.ctx);
  });

  test("waits when another invoice, or another supplier's of the number, arrives", async () => {
    const note = credit("K-1", "4000.00", { credits: "F-100" });
    const company = await read(note, invoice("F-101"), {
      ...invoice(),
      supplier: { name: "Stålringen ApS", cvr: "31415926" },
    });
    expect((await waiting(company.ctx)).map(({ review_code }) => review_code)).toEqual(["credit_unmatched"]);
    await company.ingest(file(invoice()));
    expect(await waiting(company.ctx)).toEqual([]);
    const line = (await company.lines()).find(({ amount }) => amount === "-4000");
    expect(line).toMatchObject({ status: "classified", reason: expect.stringMatching(/^takes back what document/) });
  });

  test("and another one take off at most what the invoice counts, the earlier first", async () => {
    const [one, other] = ["K-1", "K-2"].map((number) => credit(number, "6000.00", { credits: "F-100" }));
    const company = await read(one as UblDocument, other as UblDocument, invoice());
    expect(await waiting(company.ctx)).toHaveLength(1);
    const [plain] = Object.values(await counted(invoice()));
    expect(await company.total_kg()).toBeCloseTo((plain ?? 0) * 0.4, 5);
    await intact(company.ctx);
  });

  test("is booked when a person accepts the line of the invoice that waited", async () => {
    const company = await read(credit("K-1", "4000.00", { credits: "F-100" }), {
      ...invoice(),
      lines: [{ ...steel("10000.00"), text: "Diverse" }],
    });
    const line = (await company.lines()).find(({ amount }) => amount === "10000");
    expect(line).toMatchObject({ status: "pending_review" });
    const decided = { category_id: "purchases.materials.steel_metals", reason: "steel plates" };
    await run(recategorizeActivity, company.ctx, { id: line?.id, ...decided });
    expect(await waiting(company.ctx)).toEqual([]);
    const [plain] = Object.values(await counted(invoice()));
    expect(await company.total_kg()).toBeCloseTo((plain ?? 0) * 0.6, 5);
  });

  test("has its days of a closed year held back until that is restated, as in the other order", async () => {
    const closed = async () => {
      const company = await service.company();
      await run(closeFinancialYear, company.ctx, { period_end: "2025-12-31", reason: "done" });
      return company;
    };
    const [one, other] = [await closed(), await closed()];
    for (const document of [ELECTRIC, back]) await one.ingest(file(document));
    for (const document of [back, ELECTRIC]) await other.ingest(file(document));
    await alike(one, other);
    expect(Object.keys(await byDay(other))).toEqual(["2026-01-31"]);
    const pending = await run<{ items: { cause: string }[] }>(listRestatements, other.ctx, {
      period_end: "2025-12-31",
    });
    expect(pending.items.map(({ cause }) => cause).toSorted()).toEqual(["credit_note", "document"]);
  });
});

describe("a credit note of an invoice that a person corrected", () => {
  const state = async (company: Company, facts: object) => {
    const [line] = await company.lines();
    await run(correctActivity, company.ctx, { id: line?.id, facts, reason: "the document is wrong" });
  };

  test("takes off on the day that the person stated, and never more than is counted", async () => {
    const company = await service.company();
    await company.ingest(file(invoice()));
    await state(company, { transaction_date: "2025-10-02" });
    const before = await company.total_kg();
    await company.ingest(file(credit("K-1", "4000.00", { credits: "F-100" })));
    const days = await byDay(company);
    expect(Object.keys(days)).toEqual(["2025-10-02"]);
    expect(days["2025-10-02"]).toBeCloseTo(before * 0.6, 5);
    // Moved after the credit note: what was taken off it is remembered by the document, not by the day.
    const line = (await company.lines()).find(({ amount }) => amount === "10000");
    const moved = { id: line?.id, facts: { transaction_date: "2025-09-01" }, reason: "the delivery note" };
    await run(correctActivity, company.ctx, moved);
    await company.ingest(file(credit("K-2", "7000.00", { credits: "F-100" })));
    expect((await waiting(company.ctx)).map(({ review_code }) => review_code)).toEqual(["credit_unmatched"]);
    await company.ingest(file(credit("K-3", "6000.00", { credits: "F-100" })));
    expect(await waiting(company.ctx)).toHaveLength(1);
  });

  test("takes off at most the amount that the person stated, excluding VAT", async () => {
    const company = await service.company();
    await company.ingest(file(invoice()));
    await state(company, { amount: 5000, currency: "DKK", tax_treatment: "incl_vat" });
    const before = await company.total_kg();
    await company.ingest(file(credit("K-1", "4001.00", { credits: "F-100" })));
    expect(await waiting(company.ctx)).toHaveLength(1);
    expect(await company.total_kg()).toBe(before);
    await company.ingest(file(credit("K-2", "1000.00", { credits: "F-100" })));
    expect(await company.total_kg()).toBeCloseTo(before * 0.75, 5);
  });

  test("takes consumption off the months of the period that the person stated", async () => {
    const used = { text: "Elforbrug", quantity: "1200", unit: "KWH", amount: "1200.00" };
    const company = await service.company();
    await company.ingest(
      file({ number: "E-1", date: "2026-04-10", period: ["2026-01-01", "2026-03-31"], lines: [used] }),
    );
    await state(company, {
      service_period_start: "2025-10-01",
      service_period_end: "2025-11-30",
      quantity: 600,
      unit: "kWh",
    });
    const full = await byDay(company);
    expect(Object.keys(full).toSorted()).toEqual(["2025-10-31", "2025-11-30"]);
    const note = { date: "2026-05-15", is_credit_note: true, credits: "E-1" };
    await company.ingest(file({ ...note, number: "E-2", lines: [{ ...used, quantity: "601", amount: "601.00" }] }));
    expect(await byDay(company)).toEqual(full);
    await company.ingest(file({ ...note, number: "E-3", lines: [{ ...used, quantity: "300", amount: "300.00" }] }));
    const left = await byDay(company);
    expect(Object.keys(left)).toEqual(Object.keys(full));
    for (const [day, kg] of Object.entries(full)) expect(left[day]).toBeCloseTo(kg / 2, 4);
  });
});

describe("a credit note of an invoice of several departments", () => {
  async function departments(company: Company): Promise<readonly [string, string]> {
    const made = async (name: string) =>
      (await run<{ id: string }>(createDepartment, company.ctx, { name, code: name })).id;
    return [await made("SALG"), await made("VÆRK")];
  }
  const kgOf = async ({ ctx }: Company, department_id: string) =>
    (await run<{ total_co2e_kg: number }>(getEmissionsSummary, ctx, { department_id })).total_co2e_kg;
  const bought: UblDocument = {
    ...invoice(),
    lines: [
      { ...steel("6000.00"), cost_centre: "SALG" },
      { ...steel("3000.00"), cost_centre: "VÆRK" },
    ],
  };

  test("takes off each in proportion to what it has left", async () => {
    const company = await service.company();
    const [sales, works] = await departments(company);
    await company.ingest(file(bought));
    const before = [await kgOf(company, sales), await kgOf(company, works)];
    await company.ingest(file(credit("K-1", "3000.00", { credits: "F-100" })));
    expect(await waiting(company.ctx)).toEqual([]);
    expect(await kgOf(company, sales)).toBeCloseTo((before[0] ?? 0) * (2 / 3), 5);
    expect(await kgOf(company, works)).toBeCloseTo((before[1] ?? 0) * (2 / 3), 5);
    const parts = (await company.lines()).filter(({ amount }) => amount?.startsWith("-") === true);
    expect(parts.map(({ amount, line_number }) => [amount, line_number])).toEqual([
      ["-1000", 1],
      ["-2000", 1],
    ]);
    await company.ingest(file(credit("K-2", "6000.00", { credits: "F-100" })));
    expect(await kgOf(company, sales)).toBeCloseTo(0, 6);
    expect(await kgOf(company, works)).toBeCloseTo(0, 6);
    await intact(company.ctx);
  });

  test("takes off the one whose line it names", async () => {
    const company = await service.company();
    const [sales, works] = await departments(company);
    const [first, second] = bought.lines;
    const named = { ...bought, lines: [{ ...first, text: "Stålprofil HEB 200" }, second] } as UblDocument;
    await company.ingest(file(named));
    const before = [await kgOf(company, sales), await kgOf(company, works)];
    await company.ingest(
      file(credit("K-1", "0", { credits: "F-100", lines: [{ ...steel("3000.00"), text: "stålprofil heb 200" }] })),
    );
    expect(await kgOf(company, sales)).toBeCloseTo((before[0] ?? 0) / 2, 5);
    expect(await kgOf(company, works)).toBe(before[1]);
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
