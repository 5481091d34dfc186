import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { UBL } from "../../support/invoice-xml.ts";
import { ubl } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const USED = "571313000000000013";
const DELIVERED = "571313000000000020";

/** What each metering point used in November, kWh. */
function statement(...points: readonly (readonly [point: string, kWh: number])[]): string {
  const consumptions = points.map(
    ([point, kWh]) => `<cac:SubscriberConsumption><cac:UtilityConsumptionPoint><cbc:ID schemeID="GSRN">${point}</cbc:ID>
<cac:UtilityMeter><cbc:MeterNumber>M</cbc:MeterNumber><cbc:TotalDeliveredQuantity unitCode="KWH">${kWh}</cbc:TotalDeliveredQuantity>
<cac:MeterReading><cbc:PreviousMeterReadingDate>2025-11-01</cbc:PreviousMeterReadingDate><cbc:LatestMeterReadingDate>2025-11-30</cbc:LatestMeterReadingDate><cbc:DeliveredQuantity unitCode="KWH">${kWh}</cbc:DeliveredQuantity></cac:MeterReading>
</cac:UtilityMeter></cac:UtilityConsumptionPoint><cac:Consumption><cbc:UtilityStatementTypeCode>Electricity</cbc:UtilityStatementTypeCode><cac:MainPeriod><cbc:StartDate>2025-11-01</cbc:StartDate><cbc:EndDate>2025-11-30</cbc:EndDate></cac:MainPeriod></cac:Consumption></cac:SubscriberConsumption>`,
  );
  return `<UtilityStatement xmlns="${UBL}:UtilityStatement-2" xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">
<cbc:CustomizationID>OIOUBL-2.1</cbc:CustomizationID><cbc:ID>PR-1</cbc:ID><cbc:IssueDate>2025-12-05</cbc:IssueDate><cbc:UtilityStatementTypeCode>Electricity</cbc:UtilityStatementTypeCode>
<cac:SenderParty><cac:PartyName><cbc:Name>Solcelle El A/S</cbc:Name></cac:PartyName></cac:SenderParty>${consumptions.join("")}</UtilityStatement>`;
}

async function read(content: string | Buffer) {
  const by = await site.company();
  await site.ingest(by, { name: "a.xml", content });
  return { by, kg: Number(await site.total(by)), lines: await site.lines(by) };
}
const states = (lines: Awaited<ReturnType<typeof read>>["lines"]) =>
  lines.map(({ status, review_code }) => review_code ?? status).toSorted((a, b) => a.localeCompare(b));

test("what one metering point delivers to the grid is not taken off what another one uses: it waits", async () => {
  const alone = await read(statement([USED, 1000]));
  const both = await read(statement([USED, 1000], [DELIVERED, -250]));
  expect(both.kg).toBe(alone.kg);
  expect(states(both.lines)).toEqual(["classified", "credit_unmatched"]);
  await site.intact(both.by);
});

test("nor on an invoice, where a line that corrects its own metering point counts", async () => {
  const power = (kWh: string, meter: string, text = "Elforbrug") => ({
    text,
    quantity: kWh,
    unit: "KWH",
    amount: kWh,
    meter,
  });
  const bill = (...lines: ReturnType<typeof power>[]) => ubl({ number: "E-1", lines });
  const mixed = await read(bill(power("1000", USED), power("-250", DELIVERED, "Elforbrug, leveret")));
  expect(states(mixed.lines)).toEqual(["classified", "credit_unmatched"]);
  const corrected = await read(
    bill(power("1000", USED), power("400", DELIVERED), power("-250", DELIVERED, "Elforbrug, rettet")),
  );
  expect(states(corrected.lines)).toEqual(["classified", "classified", "classified"]);
});

test.each(["Overskudsproduktion leveret til nettet", "El leveret til nettet", "Levering til nettet", "Eleksport"])(
  "nor on a bill of one metering point, whose fees are no consumption beside it: %s",
  async (text) => {
    const used = { text: "Elforbrug", quantity: "6100", unit: "KWH", amount: "7300.00" };
    const fee = { text: "Abonnement målepunkt", quantity: "3", unit: "MON", amount: "900.00" };
    const delivered = { text, quantity: "-900", unit: "KWH", amount: "-450.00" };
    const bill = (...lines: readonly (typeof used)[]) => ubl({ number: "E-2", lines });
    const [alone, both] = [await read(bill(used, fee)), await read(bill(used, delivered, fee))];
    expect(alone.kg).toBeGreaterThan(0);
    expect(both.kg).toBe(alone.kg);
    expect(states(both.lines)).toContain("excluded");
    const line = both.lines.find(({ description }) => description === text);
    expect(line).toMatchObject({ status: "pending_review" });
  },
);
