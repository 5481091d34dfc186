import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { readingTables } from "../../../src/modules/activities/index.ts";
import { countableUnits } from "../../../src/modules/emissions/index.ts";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { recategorizeReviewItem } from "../../../src/modules/review/recategorize-review-item.ts";
import { waitsForOf } from "../../../src/modules/review/review-reason.ts";
import type { ReviewItem } from "../../../src/modules/review/review-item.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { intact, run, total, waiting } from "../../support/review.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const HEAD = "Dato;Leverandør;CVR;Tekst;Konto;Antal;Enhed;Beløb ekskl. moms;Valuta\n";

/** A row of a ledger each, and what its line needs. */
const ROWS = [
  [
    "a fuel of which only the price is known",
    "15-03-2026;OK a.m.b.a.;39170418;Diesel;3120;;;8000,00;DKK",
    ["quantity"],
  ],
  ["words that say nothing", "16-03-2026;Xylo ApS;;Diverse;;;;500,00;DKK", ["category_id"]],
  ["a currency without a rate", "17-03-2026;Lyreco A/S;19442794;Kontorpapir A4;2450;;;900,00;UAH", ["amount"]],
] as const;

async function waitingFor(row: string): Promise<{ company: Company; item: ReviewItem }> {
  const company = await service.company();
  await company.ingest({ name: "posteringer.csv", bytes: Buffer.from(`${HEAD}${row}\n`) });
  const [item] = await waiting(company.ctx);
  if (item === undefined) throw new Error(`nothing waits of ${row}`);
  return { company, item };
}

describe("what a line needs", () => {
  test.each(ROWS)("%s: each way that is told settles it", async (_title, row, fields) => {
    const { item } = await waitingFor(row);
    expect(item.needs.map(({ field }) => field)).toEqual(fields);
    for (const need of item.needs) {
      const { company, item: again } = await waitingFor(row);
      if (need.field === "quantity") {
        expect(need.units.length).toBeGreaterThan(0);
        await run(acceptReviewItem, company.ctx, { id: again.id, facts: { quantity: 10, unit: need.units[0] } });
      } else if (need.field === "amount") {
        await run(acceptReviewItem, company.ctx, { id: again.id, facts: { amount: 640, currency: "DKK" } });
      } else {
        const category_id = "purchases.services.cleaning";
        await run(recategorizeReviewItem, company.ctx, { id: again.id, category_id, reason: "It is" });
      }
      expect(await waiting(company.ctx)).toEqual([]);
      expect(await total(company.ctx)).toBeGreaterThan(0);
      await intact(company.ctx);
    }
  });

  test("what a source states is asked for", async () => {
    const company = await service.company();
    const row = "15-03-2026;Andel af butik;finance.franchises.unit;1500,00";
    await company.ingest({ name: "a.csv", bytes: Buffer.from(`Dato;Tekst;Kategori;Beløb\n${row}\n`) });
    const [item] = await waiting(company.ctx);
    expect(item?.needs[0]).toEqual({
      field: "emissions",
      units: [],
      text_da: "Angiv den udledning, som en kilde har beregnet (kg CO2e, kilde, år og metode).",
      text_en: "State the emissions that a source worked out (kg CO2e, source, year and method).",
    });
  });

  test.each([
    ["a currency", ";DKK", ""],
    ["no currency", "", " State the amount and its currency as well."],
  ])("the price of a unit makes a quantity of an amount on account with %s", async (_title, currency, asked) => {
    const company = await service.company();
    const head = `Dato;Kontonr;Kontonavn;Tekst;Beløb${currency === "" ? "" : ";Valuta"}`;
    const row = `15-02-2026;2050;El;Elselskabet Nord aconto 1. kvartal;1.800,00${currency}`;
    await company.ingest({ name: "a.csv", bytes: Buffer.from(`${head}\n${row}\n`) });
    const [item] = await waiting(company.ctx);
    const need = item?.needs.find(({ field }) => field === "unit_price");
    expect(need?.units[0]).toBe("kWh");
    expect(need?.currency).toBe(currency === "" ? "DKK" : undefined);
    expect(need?.text_en).toBe(
      `State what one unit costs without VAT, e.g. per kWh: the amount makes the quantity.${asked}`,
    );
    const money = currency === "" ? { amount: 1800, currency: "DKK" } : {};
    await run(acceptReviewItem, company.ctx, { id: item?.id, facts: { unit_price: 1.5, unit: "kWh", ...money } });
    expect(await waiting(company.ctx)).toEqual([]);
  });

  test("what decides between the factors of a category is named in both languages", async () => {
    const company = await service.company();
    const row = "15-03-2026;Kølemiddel;energy.fugitive.other_refrigerant;2;kg";
    await company.ingest({ name: "a.csv", bytes: Buffer.from(`Dato;Tekst;Kategori;Antal;Enhed\n${row}\n`) });
    const [item] = await waiting(company.ctx);
    const [need] = item?.needs ?? [];
    expect(need?.text_da).toContain("Angiv, hvad linjen handler om: kølemiddel (R407A, ");
    expect(need?.text_en).toContain("State what the line is about: refrigerant (R407A, ");
    expect(need?.attributes).toMatchObject([
      {
        name: "refrigerant",
        name_da: "kølemiddel",
        name_en: "refrigerant",
        values: expect.arrayContaining(["r449a"]),
        value_names: expect.arrayContaining([
          { value: "r449a", name_da: "R449A", name_en: "R449A" },
          { value: "r600a", name_da: "R600a (isobutan)", name_en: "R600a (isobutane)" },
        ]),
      },
    ]);
  });

  test("why it waits is a code with parameters, and the same in Danish and English", async () => {
    const { item } = await waitingFor(ROWS[2][1]);
    expect(item.waits_for).toEqual({
      code: "exchange_rate_missing",
      parameters: { category_id: null, unit: null, currency: "UAH", date: "2026-03-17", document_id: null },
      text_da: "Der er ingen valutakurs for UAH den 2026-03-17.",
      text_en: "There is no exchange rate for UAH on 2026-03-17.",
    });
    expect(item.needs).toMatchObject([{ field: "amount", currency: "DKK" }]);
    const unknown = await waitingFor("16-03-2026;Xylo ApS;;Zzyxq;;;;500,00;DKK");
    expect(unknown.item.waits_for).toMatchObject({ text_da: "Det er ikke sikkert, hvad der er købt." });
  });

  test("what a code is about is named by the category's name in the language", async () => {
    const { ctx } = await service.company();
    const tables = await readingTables(ctx, ctx.db);
    const category_key = "transport.own.diesel";
    const read = { category_key, currency: "DKK", transaction_date: "2026-03-15T00:00:00.000000Z", unit: "room_night" };
    const line = { ...read, conversion: [], reason: "", stated: null };
    const { name_da, name_en } = tables.catalog.category(category_key) ?? { name_da: "", name_en: "" };
    expect(waitsForOf(line, { code: "unit_mismatch", result: null }, tables)).toEqual({
      code: "unit_mismatch",
      parameters: { category_id: category_key, unit: "room_night", currency: null, date: null, document_id: null },
      text_da: `${name_da} kan ikke tælles i room_night.`,
      text_en: `${name_en} cannot be counted in room_night.`,
    });
  });

  test("every unit that is told can be stated", async () => {
    const { company, item } = await waitingFor(ROWS[0][1]);
    const [quantity] = item.needs;
    for (const unit of quantity?.units ?? []) {
      const stated = { category_id: item.suggestion?.category_id, facts: { quantity: 10, unit }, reason: "Fuel card" };
      expect(await run(correctActivity, company.ctx, { id: item.id, ...stated, dry_run: true }), unit).toMatchObject({
        status: "classified",
      });
    }
    expect(quantity?.units[0]).toBe("l");
    expect(quantity?.units).toEqual(expect.arrayContaining(["l", "m3"]));
    expect(quantity?.text_da).toMatch(/^Angiv mængden, f.eks. i l, /);
    expect(quantity?.text_en).toMatch(/^State the quantity, e.g. in l, /);
  });

  test.each([
    ["Naturgas", "energy.stationary.natural_gas", "Nm3"],
    ["Elektricitet", "energy.electricity.grid_dk", "kWh"],
    ["Kørsel", "transport.travel.private_car", "km"],
  ])("%s is asked for in the unit of its factor first", async (_title, category_key, unit) => {
    const { ctx } = await service.company();
    const { catalog, settings } = await readingTables(ctx, ctx.db);
    const request = { category_key, transaction_date: "2026-03-15", region: "DK" };
    expect(countableUnits(request, catalog, settings)[0]).toBe(unit);
  });
});
