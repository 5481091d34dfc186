import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { pdf } from "../../support/pdf.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { name, powerLines, row, title } from "../../support/printed-invoices.ts";
import { run, waiting } from "../../support/review.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const file = (document: UblDocument) => ({ name: `${document.number}.xml`, bytes: ubl(document) });
const CONSUMED = { text: "Elforbrug", quantity: "4812", unit: "KWH", amount: "5200.00" };
const MACHINES = { name: "Maskinfabrikken Vest A/S", cvr: "27182818" };
const states = async (company: Company) =>
  (await company.lines()).map(({ status, quantity, review_code }) => [status, quantity, review_code]);

/** A final bill of a power company as it is printed: what was consumed, and the advances of the year taken off. */
const settlement = (deduction: string) =>
  pdf([
    [
      name("Fiktiva El A/S"),
      title("ÅRSOPGØRELSE"),
      ...row(55, [40, "Netvej 1"], [380, "Fakturanr.:"], [555, "F-2026-90", "right"]),
      ...row(67, [40, "6760 Ribe"], [380, "Fakturadato:"], [555, "20-01-2026", "right"]),
      ...row(79, [40, "CVR-nr. 12 34 56 74"], [380, "Periode:"], [555, "01-01-2025 - 31-12-2025", "right"]),
      ...powerLines("4.812", "1,25", "6.015,00"),
      ...row(228, [40, deduction], [555, "-5.000,00", "right"]),
      ...row(260, [400, "I alt ekskl. moms"], [555, "1.015,00", "right"]),
      ...row(273, [400, "Moms 25 %"], [555, "253,75", "right"]),
      ...row(286, [400, "I alt inkl. moms"], [555, "1.268,75", "right"]),
    ],
  ]);

describe("a final bill that takes off advances", () => {
  test.each([
    "Fratrukket aconto",
    "Aconto el betalt 2025",
    "Advances deducted",
    "A conto betalt",
    "Tidligere opkrævet",
    "Tidligere opkrævet el",
    "Betalt aconto 1.-4. kvartal",
    "Abzüglich geleisteter Abschlagszahlungen",
  ])("counts what was consumed whole and %j not at all", async (text) => {
    const [company, plain] = [await service.company(), await service.company()];
    await company.ingest(file({ number: "S-1", lines: [CONSUMED, { text, amount: "-6000.00" }] }));
    await plain.ingest(file({ number: "S-2", lines: [CONSUMED] }));
    expect(await states(company)).toEqual([
      ["classified", "4812", null],
      ["excluded", null, null],
    ]);
    expect((await company.lines())[1]?.reason).toMatch(/deduction of advances.*4812 kWh/);
    expect(await company.total_kg()).toBe(await plain.total_kg());
    expect(await waiting(company.ctx)).toEqual([]);
  });

  test("that is a credit note, because more was paid than used, does the same", async () => {
    const company = await service.company();
    const lines = [
      { text: "Fratrukket aconto", amount: "6000.00" },
      { ...CONSUMED, quantity: "-4812", amount: "-5200.00" },
    ];
    await company.ingest(file({ number: "S-3", lines, is_credit_note: true }));
    expect(await states(company)).toEqual([
      ["excluded", null, null],
      ["classified", "4812", null],
    ]);
    expect(await company.total_kg()).toBeGreaterThan(0);
  });

  test("as an allowance on the whole bill is no different", async () => {
    const company = await service.company();
    const charges = [{ reason: "Aconto opkrævet i 2025", amount: "-6000.00" }];
    await company.ingest(file({ number: "S-5", lines: [CONSUMED], charges }));
    expect((await company.lines()).map(({ line_kind, status }) => [line_kind, status])).toEqual([
      ["line", "classified"],
      ["document_allowance", "excluded"],
    ]);
    expect((await company.lines())[1]?.reason).toMatch(/deduction of advances/);
  });

  test.each(["Fratrukket aconto", "Opkrævet aconto i året", "Tidligere opkrævet el"])(
    "on paper never suggests to accept %j as electricity",
    async (text) => {
      const company = await service.company();
      const [read] = await company.ingest({ name: "aar.pdf", bytes: settlement(text) });
      const deduction = (await company.lines()).find(({ description }) => description === text);
      expect(deduction).toMatchObject({ status: "excluded", amount: "-5000" });
      expect(read?.status).toBe("processed");
      expect((await company.entries()).filter((entry) => entry.co2e_market_based_kg < 0)).toEqual([]);
      // 4,812 kWh x 0.064, and 4.3 % of it for losses.
      expect(await company.total_kg()).toBeCloseTo(4812 * 0.064 * 1.043, 4);
    },
  );

  test("takes off a quantity as well: it waits, and is never counted as negative electricity", async () => {
    const company = await service.company();
    const taken = { text: "Fratrukket aconto el", quantity: "-1200", unit: "KWH", amount: "-1400.00" };
    await company.ingest(file({ number: "S-4", lines: [CONSUMED, taken] }));
    expect(await states(company)).toEqual([
      ["classified", "4812", null],
      ["pending_review", "-1200", "advance_deducted"],
    ]);
    const [item] = await waiting(company.ctx);
    expect(item?.suggestion).toMatchObject({ effect_kg: null, not_calculable: expect.stringMatching(/advances/) });
    await expect(run(acceptReviewItem, company.ctx, { id: item?.id })).rejects.toThrow(/advances/);
  });

  test("of something that is bought by money waits: whether the advances were counted is not known", async () => {
    const company = await service.company();
    const lines = [
      { text: "Pakkemaskine", amount: "496000.00" },
      { text: "Fratrukket aconto", amount: "-248000.00" },
    ];
    await company.ingest(file({ number: "M-1", supplier: MACHINES, lines }));
    expect(await states(company)).toEqual([
      ["classified", null, null],
      ["pending_review", null, "advance_deducted"],
    ]);
    const [item] = await waiting(company.ctx);
    expect(item?.suggestion?.category_id).toBe("capital.goods.machinery");
    expect(item?.suggestion?.effect_kg).toBeLessThan(0);
    expect(item?.reason).toMatch(/deducts advances/);
  });
});

describe("an advance on energy", () => {
  const rows = (text: string, account: string) =>
    Buffer.from(`Dato;Kontonr;Kontonavn;Tekst;Beløb\n15-02-2026;2050;${account};${text};1.800,00\n`);

  test.each([
    ["Elselskabet Nord aconto 1. kvartal", "El"],
    ["Fjernvarme a conto rate 3", "Varme"],
  ])("in money only waits for the settlement or a quantity: %s", async (text, account) => {
    const company = await service.company();
    const [read] = await company.ingest({ name: "bogholderi.csv", bytes: rows(text, account) });
    expect(read).toMatchObject({ status: "needs_review", entry_count: 0 });
    const [item] = await waiting(company.ctx);
    expect(item?.review_code).toBe("advance_without_quantity");
    expect(item?.reason).toMatch(/quantity is stated.*settlement/);
    expect(item?.suggestion).toMatchObject({ effect_kg: null });
    await expect(run(acceptReviewItem, company.ctx, { id: item?.id })).rejects.toThrow(/quantity/);
    const change = { id: item?.id, category_id: item?.suggestion?.category_id, reason: "test" };
    await expect(run(recategorizeActivity, company.ctx, change)).rejects.toThrow(/quantity/);
  });

  test("that states a quantity counts by it", async () => {
    const company = await service.company();
    const advance = { text: "Aconto el 1. kvartal", quantity: "1200", unit: "KWH", amount: "1400.00" };
    await company.ingest(file({ number: "A-1", lines: [advance] }));
    expect(await states(company)).toEqual([["classified", "1200", null]]);
    expect(await company.total_kg()).toBeGreaterThan(0);
  });

  test("is not what a bill without the word is: consumption in money counts as before", async () => {
    const company = await service.company();
    await company.ingest({ name: "bogholderi.csv", bytes: rows("Elforbrug 1. kvartal", "El") });
    expect(await states(company)).toEqual([["classified", null, null]]);
  });

  test("on water waits, because the settlement counts cubic metres, and a person may count it by money", async () => {
    const company = await service.company();
    await company.ingest({ name: "bogholderi.csv", bytes: rows("Vand aconto 1. kvt", "Vand") });
    const [item] = await waiting(company.ctx);
    expect(item?.review_code).toBe("advance_without_quantity");
    await run(acceptReviewItem, company.ctx, { id: item?.id });
    expect(await company.total_kg()).toBeGreaterThan(0);
  });
});
