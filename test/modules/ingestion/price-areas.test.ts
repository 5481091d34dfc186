import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setSettings } from "../../../src/modules/emissions/set-settings.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { rerunReviewItems } from "../../../src/modules/review/rerun-review-items.ts";
import { pdf } from "../../support/pdf.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { name, powerLines, row, title } from "../../support/printed-invoices.ts";
import { run } from "../../support/review.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const USED = { text: "Elforbrug", quantity: "1000", unit: "KWH", amount: "1500.00" };
const bill = (number: string, delivered: UblDocument["delivered"], lines: UblDocument["lines"] = [USED]) => ({
  name: `${number}.xml`,
  bytes: ubl({ number, lines, ...(delivered === undefined ? {} : { delivered }) }),
});
const at = (zone: string, country?: string) => ({
  street: "Havnegade 12",
  zone,
  ...(country === undefined ? {} : { country }),
});
async function categories(company: Company): Promise<string[]> {
  return (await company.lines()).map(({ category_key }) => category_key);
}
const DK1 = "energy.electricity.grid_dk1";
const DK2 = "energy.electricity.grid_dk2";
const UNKNOWN = "energy.electricity.grid_dk";
const ABROAD = "energy.electricity.grid_other";

describe("electricity is counted by the price area of its place of delivery", () => {
  test.each([
    ["Aarhus", at("8000", "DK"), DK1],
    ["Odense", at("5000"), DK1],
    ["Roskilde", at("4000", "DK"), DK2],
    ["Nakskov", at("DK-4900"), DK2],
    ["Bornholm", at("3700", "dk"), DK2],
    ["Nuuk, whose grid is no Danish one", at("3900", "DK"), UNKNOWN],
    ["Malmo", at("2140", "SE"), ABROAD],
    ["a place abroad with a code of another form", at("211 40", "SE"), ABROAD],
    ["no place", undefined, UNKNOWN],
  ])("%s", async (_, delivered, category) => {
    const company = await service.company();
    await company.ingest(bill("F-1", delivered));
    expect(await categories(company)).toEqual([category]);
    expect(await company.total_kg()).toBeGreaterThan(0);
  });

  test.each([
    ["east, without a place", "571313179100000015", undefined, DK2],
    ["west, without a place", "571313113100000019", undefined, DK1],
    ["east, as its place says", "571313179100000015", at("4000", "DK"), DK2],
    ["east, where the place says west", "571313179100000015", at("8000", "DK"), UNKNOWN],
    ["of a grid area that tells nothing, by its place", "571313180300000019", at("8000", "DK"), DK1],
    ["of a grid area that tells nothing, without a place", "571313180300000019", undefined, UNKNOWN],
  ])("by its metering point: %s", async (_, meter, delivered, category) => {
    const company = await service.company();
    await company.ingest(bill("F-1", delivered, [{ ...USED, meter }]));
    expect(await categories(company)).toEqual([category]);
  });

  test("a bill that delivers to both sides of the Great Belt, line by line", async () => {
    const company = await service.company();
    const lines = ["571313179100000015", "571313113100000019"].map((meter) => ({ ...USED, meter }));
    await company.ingest(bill("F-1", undefined, lines));
    expect(await categories(company)).toEqual([DK2, DK1]);
  });

  test("as a bill prints it", async () => {
    const company = await service.company();
    const page = [
      name("Fiktiva El A/S"),
      title("FAKTURA"),
      ...row(55, [40, "Netvej 1"], [380, "Fakturanr.:"], [555, "F-2026-90", "right"]),
      ...row(67, [40, "6760 Ribe"], [380, "Fakturadato:"], [555, "20-01-2026", "right"]),
      ...row(79, [40, "CVR-nr. 12 34 56 74"], [380, "Periode:"], [555, "01-10-2025 - 31-12-2025", "right"]),
      ...row(91, [380, "Forbrugssted:"], [460, "Algade 3, 4000 Roskilde"]),
      ...powerLines("4.812", "1,25", "6.015,00"),
      ...row(260, [400, "I alt ekskl. moms"], [555, "6.015,00", "right"]),
      ...row(273, [400, "Moms 25 %"], [555, "1.503,75", "right"]),
      ...row(286, [400, "I alt inkl. moms"], [555, "7.518,75", "right"]),
    ];
    await company.ingest({ name: "el.pdf", bytes: pdf([page]) });
    expect(await categories(company)).toContain(DK2);
  });

  test("a company that states its price area has it where nothing says another one", async () => {
    const company = await service.company();
    await company.ingest(bill("F-1", undefined));
    await run(setSettings, company.ctx, { price_area: "DK1" });
    await company.ingest(bill("F-2", undefined));
    await company.ingest(bill("F-3", at("4000", "DK")));
    await company.ingest(bill("F-4", undefined, [{ ...USED, text: "Elforbrug, lager Køge" }]));
    await company.ingest(bill("F-5", at("2140", "SE")));
    await company.ingest(bill("F-6", undefined, [{ text: "Elforbrug", amount: "1500.00" }]));
    expect(await categories(company)).toEqual([UNKNOWN, DK1, DK2, DK2, ABROAD, DK1]);
    expect((await company.lines()).map(({ review_code }) => review_code)).toEqual(Array(6).fill(null));
  });

  test("a place in the supplier's name is not where electricity was used", async () => {
    const company = await service.company();
    await company.ingest({
      name: "F-1.xml",
      bytes: ubl({
        number: "F-1",
        supplier: { name: "Energi Viborg Strøm A/S", cvr: "12345674" },
        lines: [{ ...USED, text: "Viborg Strøm, elforbrug" }],
      }),
    });
    expect(await categories(company)).toEqual([UNKNOWN]);
  });

  test("money without a quantity is counted by money, which knows no area", async () => {
    const company = await service.company();
    await company.ingest(bill("F-1", at("8000", "DK"), [{ text: "Elforbrug", amount: "1500.00" }]));
    expect(await categories(company)).toEqual([UNKNOWN]);
    expect(await company.total_kg()).toBeGreaterThan(0);
  });

  test("and stays so when the lines of the supplier are read again as a person read another one", async () => {
    const company = await service.company();
    await company.ingest(bill("F-1", at("8000", "DK")));
    await company.ingest(bill("F-2", undefined, [{ text: "Konsulentbistand", amount: "900.00" }]));
    const other = (await company.lines()).find(({ description }) => description === "Konsulentbistand");
    await run(recategorizeActivity, company.ctx, {
      id: other?.id,
      category_id: UNKNOWN,
      reason: "power of the office",
    });
    const { changed_count } = await run<{ readonly changed_count: number }>(rerunReviewItems, company.ctx, {
      activity_id: other?.id,
    });
    expect([changed_count, (await categories(company)).toSorted()]).toEqual([0, [UNKNOWN, DK1]]);
  });
});
