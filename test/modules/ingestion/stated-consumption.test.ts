import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { documentOf } from "../../support/invoice-xml.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblLine } from "../../support/ubl.ts";

type Property = readonly [name: string, value: string, unit_code?: string];
const SUPPLIER = { name: "Fiktiva El A/S", cvr: "12345674" };
const bill = (...lines: readonly UblLine[]) =>
  ubl({ number: "F-1", date: "2026-02-03", supplier: SUPPLIER, period: ["2026-01-01", "2026-01-31"], lines });
const used = (properties: readonly Property[], line: Partial<UblLine> = {}): UblLine => ({
  text: "Elforbrug",
  amount: "900.00",
  properties,
  ...line,
});

const countedIn = (content: string | Uint8Array) =>
  documentOf(content).quantities.map(({ commodity, quantity, unit }) => `${commodity} ${quantity} ${unit}`);
const doubtIn = (content: string | Uint8Array) => documentOf(content).lines[0]?.doubt?.detail;

function cii(name: string, value: string): string {
  return `<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
      xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100">
    <rsm:ExchangedDocument><ram:ID>R-1</ram:ID><ram:TypeCode>380</ram:TypeCode></rsm:ExchangedDocument>
    <rsm:SupplyChainTradeTransaction><ram:IncludedSupplyChainTradeLineItem>
      <ram:SpecifiedTradeProduct><ram:Name>Stromverbrauch</ram:Name><ram:ApplicableProductCharacteristic>
        <ram:Description>${name}</ram:Description><ram:Value>${value}</ram:Value>
      </ram:ApplicableProductCharacteristic></ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">1</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement><ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>900</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;
}

describe("consumption that a property of an item states", () => {
  test.each<[string, string, string?]>([
    ["Forbrug kWh", "1234"],
    ["Forbrug i kWh", "1234,0"],
    ["Consumption (kWh)", "1.234,00"],
    ["Consumption [kWh]", "1,234.00"],
    ["Elforbrug, MWh", "1.2340"],
    ["Forbrug", "1234 kWh"],
    ["Forbrug", "1234", "KWH"],
    ["Forbrug kWh", "1234", "KWH"],
    ["Forbrug kWh", "1234", "C62"],
  ])("counts: %s = %s %s", (...property) => {
    expect(countedIn(bill(used([property])))).toEqual(["electricity 1234 kWh"]);
  });

  test("counts in CII as well", () => {
    expect(countedIn(cii("Verbrauch kWh", "1.234,00"))).toEqual(["electricity 1234 kWh"]);
    expect(doubtIn(cii("Verbrauch kWh", "1.234"))).toContain("Verbrauch kWh: 1.234");
  });

  test("counts once where it stands on every line of a bill, and energy before volume", () => {
    const property: Property = ["Forbrug kWh", "1234"];
    const lines = ["Elforbrug", "Nettarif", "Elafgift"].map((text) => used([property], { text }));
    expect(countedIn(bill(...lines))).toEqual(["electricity 1234 kWh"]);
    const gas = used([["Forbrug m3", "100"] as const, ["Forbrug kWh", "1234"] as const], { text: "Naturgas" });
    expect(countedIn(bill(gas))).toEqual(["natural_gas 1234 kWh"]);
    const water = used([["Vandforbrug m³", "12,5"]], { text: "Vandforbrug" });
    expect(countedIn(bill(water))).toEqual(["water 12.5 m3"]);
  });

  test.each<[string, Property, Partial<UblLine>]>([
    ["a line with a quantity of its own", ["Forbrug kWh", "1234"], { quantity: "500", unit: "KWH" }],
    ["a year's consumption", ["Forventet årsforbrug kWh", "1234"], {}],
    ["last year's", ["Forbrug sidste år kWh", "1234"], {}],
    ["what measures no supply of that kind", ["Forbrug m3", "1234"], {}],
    ["an appliance", ["Energiforbrug kWh", "0,8"], { text: "Opvaskemaskine" }],
    ["an appliance whose name has the word", ["Energiforbrug kWh", "0,8"], { text: "El-komfur" }],
    ["a standing charge", ["Forbrug kWh", "1234"], { text: "Abonnement el" }],
    ["two units", ["Forbrug kWh", "1234 m3"], {}],
  ])("is not that of %s", (_what, property, line) => {
    expect(countedIn(bill(used([property], line)))).not.toContain("electricity 1234 kWh");
    const { unit, quantity } = line;
    expect(documentOf(bill(used([property], line))).lines[0]).toMatchObject({
      quantity: quantity ?? "1",
      unit: unit ?? "EA",
    });
    expect(doubtIn(bill(used([property], line)))).toBeUndefined();
  });

  test.each<[string, readonly Property[]]>([
    ["thousands or decimals", [["Forbrug kWh", "1.234"]]],
    ["the same between commas", [["Forbrug kWh", "1,234"]]],
    [
      "two quantities",
      [
        ["Forbrug kWh", "1234"],
        ["Elforbrug kWh", "1334"],
      ],
    ],
  ])("is asked about where it may be %s", (_what, properties) => {
    const content = bill(used(properties));
    expect(countedIn(content)).toEqual([]);
    expect(doubtIn(content)).toBe(
      `The line states ${properties.map(([name, value]) => `"${name}: ${value}"`).join(", ")}: it is not certain how much that is. State the quantity.`,
    );
  });
});

describe("over HTTP", () => {
  let site: Awaited<ReturnType<typeof ingestingSite>>;
  beforeAll(async () => {
    site = await ingestingSite();
  });
  afterAll(() => site.close());

  const counted = async (by: RecordingCompany) => {
    const entries = await site.items<{ calculation_method: string; co2e_location_based_kg: number }>(
      by,
      "/emissions?scope=2",
    );
    return entries.map((entry) => [entry.calculation_method, entry.co2e_location_based_kg]);
  };
  const method = async (content: Buffer) => {
    const by = await site.company();
    await site.ingest(by, { name: "el.xml", content });
    return { by, entries: await counted(by) };
  };

  test("it counts as a quantity of the line does", async () => {
    const { entries } = await method(bill(used([["Forbrug kWh", "1234"]])));
    expect(entries).toEqual((await method(bill(used([], { quantity: "1234", unit: "KWH" })))).entries);
    expect(entries[0]?.[0]).not.toBe("spend_based");
  });

  test("a person answers how much it is where that is not certain", async () => {
    const { by, entries } = await method(bill(used([["Forbrug kWh", "1.234"]])));
    expect(entries).toEqual([]);
    const [item] = await site.items<{ id: string; review_code: string; reason: string }>(by, "/review-items");
    expect(item).toMatchObject({
      review_code: "document_unclear",
      reason: expect.stringContaining("Forbrug kWh: 1.234"),
    });
    const facts = { quantity: 1234, unit: "kWh" };
    await site.change(by, `/review-items/${item?.id}/accept`, { reason: "The meter says so", facts });
    const known = await method(bill(used([], { quantity: "1234", unit: "KWH" })));
    expect(await counted(by)).toEqual(known.entries);
  });
});
