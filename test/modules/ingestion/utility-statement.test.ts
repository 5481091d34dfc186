import { describe, expect, it } from "vitest";
import { documentOf, refusalOf, UBL } from "../../support/invoice-xml.ts";

interface Meter {
  readonly type?: string;
  readonly totals?: readonly (readonly [unit: string, value: string])[];
  readonly readings?: readonly (readonly [from: string, to: string, unit: string, value: string])[];
}

const quantities = (name: string, values: readonly (readonly [string, string])[] = []) =>
  values.map(([unit, value]) => `<cbc:${name} unitCode="${unit}">${value}</cbc:${name}>`).join("");

function meter({ type, totals, readings = [] }: Meter): string {
  const code = type === undefined ? "" : `<cbc:MeterReadingTypeCode>${type}</cbc:MeterReadingTypeCode>`;
  return `<cac:UtilityMeter><cbc:MeterNumber>M1</cbc:MeterNumber>${quantities("TotalDeliveredQuantity", totals)}${(readings.length ===
  0
    ? [["2025-01-01", "2025-12-31", "KWH", "0"] as const]
    : readings
  )
    .map(
      ([from, to, unit, value]) =>
        `<cac:MeterReading>${code}<cbc:PreviousMeterReadingDate>${from}</cbc:PreviousMeterReadingDate><cbc:LatestMeterReadingDate>${to}</cbc:LatestMeterReadingDate>${quantities("DeliveredQuantity", [[unit, value]])}</cac:MeterReading>`,
    )
    .join("")}</cac:UtilityMeter>`;
}

function statement(options: {
  type: string;
  specification?: string;
  point?: readonly (readonly [string, string])[];
  meters?: readonly Meter[];
  period?: boolean;
}): string {
  const period = `<cac:Consumption><cac:MainPeriod><cbc:StartDate>2025-01-01</cbc:StartDate><cbc:EndDate>2025-12-31</cbc:EndDate></cac:MainPeriod></cac:Consumption>`;
  return `<UtilityStatement xmlns="${UBL}:UtilityStatement-2" xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">
  <cbc:CustomizationID>OIOUBL-2.1</cbc:CustomizationID><cbc:ID>S-1</cbc:ID><cbc:IssueDate>2026-01-15</cbc:IssueDate><cbc:UtilityStatementTypeCode>${options.type}</cbc:UtilityStatementTypeCode><cbc:DocumentCurrencyCode>DKK</cbc:DocumentCurrencyCode>
  <cac:ParentDocumentReference><cbc:ID>F-1</cbc:ID><cbc:DocumentTypeCode>Invoice</cbc:DocumentTypeCode></cac:ParentDocumentReference>
  <cac:SenderParty><cac:PartyName><cbc:Name>Fiktivt Værk A/S</cbc:Name></cac:PartyName></cac:SenderParty>
  <cac:SubscriberConsumption><cbc:SpecificationTypeCode>${options.specification ?? "YearlyStatement"}</cbc:SpecificationTypeCode>
  <cac:UtilityConsumptionPoint><cbc:ID schemeID="GSRN">571313000000000001</cbc:ID>${quantities("TotalDeliveredQuantity", options.point)}${(options.meters ?? []).map((one) => meter(one)).join("")}</cac:UtilityConsumptionPoint>
  ${options.period === false ? "" : period}</cac:SubscriberConsumption></UtilityStatement>`;
}

const counted = (text: string) =>
  documentOf(text).quantities.map(({ commodity, quantity, unit }) => [commodity, quantity, unit]);

describe("utility statements", () => {
  it("consumption is counted once per point, with meter, period and the invoice that it specifies", () => {
    const text = statement({
      type: "Electricity",
      point: [["KWH", "1200"]],
      meters: [
        { type: "Electricity", totals: [["KWH", "1200"]], readings: [["2025-01-01", "2025-12-31", "KWH", "1200"]] },
      ],
    });
    expect(documentOf(text)).toMatchObject({
      document_type: "utility_statement",
      references: [{ kind: "parent_invoice", number: "F-1" }],
      lines: [{ kind: "consumption", amount: null, quantity: "1200" }],
      quantities: [
        { commodity: "electricity", quantity: "1200", meter: "571313000000000001", period_start: "2025-01-01" },
      ],
    });
  });

  it("a heat meter's flow of water is neither heat nor water", () => {
    const totals = [["MTQ", "900"] as const, ["MWH", "41.5"] as const];
    expect(counted(statement({ type: "DistrictHeating", meters: [{ type: "Heating", totals }] }))).toEqual([
      ["district_heating", "41500", "kWh"],
    ]);
  });

  it("readings are added where no total is stated", () => {
    const readings = [
      ["2025-01-01", "2025-06-30", "MTQ", "60"] as const,
      ["2025-07-01", "2025-12-31", "MTQ", "71.5"] as const,
    ];
    const text = statement({ type: "Water", meters: [{ type: "Water", readings }], period: false });
    expect(counted(text)).toEqual([["water", "131.5", "m3"]]);
    expect(documentOf(text).quantities[0]).toMatchObject({ period_start: "2025-01-01", period_end: "2025-12-31" });
  });

  it("a settlement of several utilities keeps them apart", () => {
    const meters = [
      { type: "Electricity", totals: [["KWH", "500"] as const] },
      { type: "Water", totals: [["MTQ", "30"] as const] },
      { type: "WasteWater", totals: [["MTQ", "30"] as const] },
    ];
    expect(counted(statement({ type: "MultiSettlement", meters }))).toEqual([
      ["electricity", "500", "kWh"],
      ["water", "30", "m3"],
    ]);
  });

  it("a payment on account states an estimate and counts nothing", () => {
    const text = statement({ type: "Electricity", specification: "Onaccount", point: [["KWH", "1200"]] });
    expect(refusalOf(text)).toBe("file.no_invoice_data");
  });

  it("a telephone specification holds nothing to count", () => {
    expect(refusalOf(statement({ type: "Tele", point: [["KWH", "1"]] }))).toBe("file.no_invoice_data");
  });
});
