import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl, type UblDocument, type UblLine } from "../../support/ubl.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const STEEL: UblLine = { text: "Stålplade 10 mm S235", quantity: "800", unit: "KGM", amount: "8000.00" };
const TUBES: UblLine = { text: "Profilrør 50x50x3 stål", quantity: "60", unit: "MTR", amount: "6000.00" };

type Charges = NonNullable<UblDocument["charges"]>;

async function booked(lines: readonly UblLine[], charges: Charges) {
  const company = await service.company();
  const bytes = ubl({ number: "S-1", supplier: { name: "Stålcentrum Nord A/S", cvr: "27182818" }, lines, charges });
  await company.ingest({ name: "bilag.xml", bytes });
  const read = await company.lines();
  return (text: string) => {
    const line = read.find(({ description }) => description === text);
    return { status: line?.status, reason: line?.reason, category: line?.category_key };
  };
}

describe("a charge or allowance on a whole document", () => {
  test("is a price where its largest line counts by its quantity", async () => {
    const of = await booked([STEEL], [{ reason: "Rabat 15 %", amount: "-1200.00" }]);
    expect(of(STEEL.text)).toMatchObject({ status: "classified", category: "purchases.materials.steel_metals" });
    expect(of("Rabat 15 %")).toMatchObject({
      status: "excluded",
      reason: "charge or allowance on a supply that is counted by its quantity",
    });
  });

  test("follows its largest line where that counts by money", async () => {
    const of = await booked([TUBES], [{ reason: "Rabat 15 %", amount: "-1200.00" }]);
    expect(of("Rabat 15 %")).toMatchObject({ status: "classified", category: of(TUBES.text).category });
  });

  test.each([
    ["Fragt", TUBES, "transport.upstream.road"],
    ["Fragtgebyr", STEEL, "transport.upstream.road"],
    ["Levering", TUBES, "transport.upstream.road"],
    ["FC", TUBES, "transport.upstream.road"],
    ["Porto", TUBES, "transport.upstream.courier"],
  ])("for freight (%s) is freight, whatever was brought", async (reason, line, category) => {
    const of = await booked([line], [{ reason, amount: "1800.00" }]);
    expect(of(reason)).toMatchObject({ status: "classified", category });
    expect(of(line.text)).toMatchObject({ status: "classified", category: "purchases.materials.steel_metals" });
  });

  test("for freight waits where what was brought waits", async () => {
    const goods = { text: "Diverse jf. aftale", quantity: "1", unit: "EA", amount: "2000.00" };
    const of = await booked([goods], [{ reason: "Fragt", amount: "180.00" }]);
    expect(of(goods.text).status).toBe("pending_review");
    expect(of("Fragt")).toMatchObject({ status: "pending_review", category: "transport.upstream.road" });
  });

  test("for freight of a carrier is part of what it carries by", async () => {
    const sea = { text: "Søfragt Aarhus-Oslo", quantity: "1", unit: "EA", amount: "43000.00" };
    const of = await booked([sea], [{ reason: "Fragttillæg", amount: "1800.00" }]);
    expect(of("Fragttillæg").category).toBe(of(sea.text).category);
  });
});
