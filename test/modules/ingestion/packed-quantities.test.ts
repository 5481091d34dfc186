import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packedQuantity } from "../../../src/modules/emissions/packed-quantity.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl } from "../../support/ubl.ts";

describe("the quantity of packages whose size stands in the words", () => {
  test.each([
    ["11 kg propan flaske", "4", "stk", "44"],
    ["Propan, stålflasker 11 kg", "4", "H87", "44"],
    ["Propan 11 kg flaske", "1", "EA", "11"],
    ["Træpiller 6 mm, sække 16 kg", "60", "sække", "960"],
    ["Propane cylinder 18,1 kg", "2", "pcs", "36.2"],
    ["Propangasflasche 11 kg", "3", "Stk", "33"],
    ["Gasolflaska 10,5 kg", "2", "pcs", "21"],
    ["11 kg propan flaske", "-2", "stk", "-22"],
    // What is paid for the package alone, or comes back empty.
    ["11 kg propan flaske, retur", "-2", "stk", null],
    ["Tom flaske 11 kg", "-2", "stk", null],
    ["Depositum 11 kg propan flaske", "4", "stk", null],
    ["Leje af 11 kg propan flaske", "4", "stk", null],
    // "1 piece" is what formats write of a whole line.
    ["Propan, stålflasker 11 kg", "1", "EA", null],
    // How many there are, the words say otherwise.
    ["Træpiller 6 mm, 16 kg sække, 60 stk/palle", "5", "stk", null],
    ["Træpiller, palle med sække á 16 kg", "5", "stk", null],
    ["Propan 4 x 11 kg flaske", "2", "stk", null],
    ["Propan flaske 5 kg og 11 kg", "2", "stk", null],
    // No package, no whole pieces, and what is measured already.
    ["Propan 11 kg", "4", "stk", null],
    ["American propane 11 kg", "4", "stk", null],
    ["Propan flaske 11 kg", "2.5", "stk", null],
    ["Propan flaske 11 kg", "22", "kg", null],
    ["Propan flaske 11 kg", "0", "stk", null],
    ["Propan flaske 11 kg", null, "stk", null],
    ["Flaskeleje 11 kg", "4", "stk", null],
  ])("%j, %s %s", (text, value, unit, expected) => {
    const found = packedQuantity(text, "DK", { value, unit }, (known) => known === "kg");
    expect(found?.value ?? null).toBe(expected);
  });
});

describe("a fuel that is sold in packages", () => {
  let site: Awaited<ReturnType<typeof ingestingSite>>;
  beforeAll(async () => {
    site = await ingestingSite();
  });
  afterAll(() => site.close());

  const bill = (text: string, quantity: string, amount = "1580.00") => ({
    name: "bill.xml",
    content: ubl({
      number: "G-1",
      supplier: { name: "Kosan Gas A/S", cvr: "36438017" },
      lines: [{ text, amount, quantity, unit: "H87" }],
    }),
  });

  test("counts by what its packages hold, and says from what it knows", async () => {
    const by = await site.company();
    await site.ingest(by, bill("11 kg propan flaske", "4"));
    const [line] = await site.lines(by);
    expect(line).toMatchObject({ status: "classified", category_id: "energy.stationary.propane" });
    const [entry] = await site.items<{ id: string; co2e_kg: number }>(by, "/emissions?scope=1&limit=5");
    const lineage = await site.get(by, `/emissions/${entry?.id}/lineage`);
    expect(JSON.stringify(lineage)).toContain('The line states 4 pieces, and its words \\"11 kg\\" the size of one.');
    // DESNZ 2025: 2,997.6 kg CO2e a tonne burned, and what making it emits beside that.
    const single = await site.company();
    await site.ingest(single, bill("11 kg propan flaske", "1"));
    expect(Number(await site.total(by))).toBeCloseTo(4 * Number(await site.total(single)), 4);
    expect(Number(await site.total(single))).toBeGreaterThan(11 * 2.5);
    expect(Number(await site.total(single))).toBeLessThan(11 * 3.5);
    await site.intact(by);
  });

  test("counts the same when it is read again", async () => {
    const by = await site.company();
    await site.ingest(by, bill("11 kg propan flaske", "4"));
    const before = await site.total(by);
    const [line] = await site.lines(by);
    await site.change(by, `/activities/${line?.id}/correct`, {
      facts: { transaction_date: "2026-05-16" },
      reason: "Delivered",
    });
    expect(await site.total(by)).toBe(before);
    const [entry] = await site.items<{ id: string }>(by, "/emissions?scope=1&limit=1");
    expect(JSON.stringify(await site.get(by, `/emissions/${entry?.id}/lineage`))).toContain("The line states 4 pieces");
  });

  test("waits where its words leave open how much it was", async () => {
    const by = await site.company();
    await site.ingest(by, bill("Træpiller 6 mm, 16 kg sække, 60 stk/palle", "5"));
    expect(await site.lines(by)).toMatchObject([{ status: "pending_review", review_code: "quantity_missing" }]);
  });
});
