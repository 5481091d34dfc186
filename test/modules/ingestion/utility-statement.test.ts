import { describe, expect, it } from "vitest";
import { documentOf, refusalOf, UBL } from "../../support/invoice-xml.ts";

interface Meter {
  /** Elements before the readings and behind them, as UBL orders them. */
  readonly constant?: string;
  readonly properties?: readonly (readonly [name: string, value: string])[];
  readonly counters?: readonly (readonly [previous: string, latest: string])[];
  readonly type?: string;
  readonly totals?: readonly (readonly [unit: string, value: string])[];
  readonly readings?: readonly (readonly [from: string, to: string, unit: string, value: string])[];
}

const quantities = (name: string, values: readonly (readonly [string, string])[] = []) =>
  values.map(([unit, value]) => `<cbc:${name} unitCode="${unit}">${value}</cbc:${name}>`).join("");

function meter({ type, totals, readings = [], constant, properties = [], counters = [] }: Meter): string {
  const code = type === undefined ? "" : `<cbc:MeterReadingTypeCode>${type}</cbc:MeterReadingTypeCode>`;
  const dated = (from: string, to: string, values: string) =>
    `<cac:MeterReading>${code}<cbc:PreviousMeterReadingDate>${from}</cbc:PreviousMeterReadingDate>${values}<cbc:LatestMeterReadingDate>${to}</cbc:LatestMeterReadingDate></cac:MeterReading>`;
  const none = readings.length === 0 && counters.length === 0;
  const stated = none ? [["2025-01-01", "2025-12-31", "KWH", "0"] as const] : readings;
  return [
    "<cac:UtilityMeter><cbc:MeterNumber>M1</cbc:MeterNumber>",
    constant === undefined ? "" : `<cbc:MeterConstant>${constant}</cbc:MeterConstant>`,
    quantities("TotalDeliveredQuantity", totals),
    ...stated.map(([from, to, unit, value]) => dated(from, to, quantities("DeliveredQuantity", [[unit, value]]))),
    ...counters.map(([previous, latest]) =>
      dated(
        "2025-01-01",
        "2025-12-31",
        quantities("PreviousMeterQuantity", [["MTQ", previous]]) + quantities("LatestMeterQuantity", [["MTQ", latest]]),
      ),
    ),
    ...properties.map(
      ([name, value]) =>
        `<cac:MeterProperty><cbc:Name>${name}</cbc:Name><cbc:Value>${value}</cbc:Value></cac:MeterProperty>`,
    ),
    "</cac:UtilityMeter>",
  ].join("");
}

function statement(options: {
  type: string;
  specification?: string;
  point?: readonly (readonly [string, string])[];
  meters?: readonly Meter[];
  period?: boolean;
  corrections?: readonly { readonly type: string; readonly description: string; readonly meter?: string }[];
}): string {
  const corrections = (options.corrections ?? []).map(
    ({ type, description, meter: number }) =>
      `<cac:EnergyWaterConsumptionCorrection><cbc:CorrectionType>${type}</cbc:CorrectionType>${number === undefined ? "" : `<cbc:MeterNumber>${number}</cbc:MeterNumber>`}<cbc:Description>${description}</cbc:Description></cac:EnergyWaterConsumptionCorrection>`,
  );
  const supply =
    corrections.length === 0 ? "" : `<cac:EnergyWaterSupply>${corrections.join("")}</cac:EnergyWaterSupply>`;
  const period = `<cac:Consumption><cac:MainPeriod><cbc:StartDate>2025-01-01</cbc:StartDate><cbc:EndDate>2025-12-31</cbc:EndDate></cac:MainPeriod>${supply}</cac:Consumption>`;
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

  it("readings within the period are its parts, of several meters together; a year's reading is none", () => {
    const first = ["2025-01-01", "2025-07-01", "KWH", "300"] as const;
    const readings = [first, ["2025-07-01", "2025-12-31", "KWH", "100"] as const];
    const meters = [
      { type: "Electricity", readings },
      { type: "Electricity", readings },
    ];
    expect(documentOf(statement({ type: "Electricity", meters })).quantities[0]).toMatchObject({
      quantity: "800",
      parts: [
        { start: "2025-01-01", end: "2025-06-30", quantity: "600" },
        { start: "2025-07-01", end: "2025-12-31", quantity: "200" },
      ],
    });
    const others = [[first], [first, ["2025-08-01", "2025-12-31", "KWH", "100"] as const]];
    for (const incomplete of others) {
      const one = statement({ type: "Electricity", meters: [{ type: "Electricity", readings: incomplete }] });
      expect(documentOf(one).quantities[0]?.parts).toBeUndefined();
    }
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

  const GAS_METER: Meter = { type: "Gas", totals: [["MTQ", "1800"]] };
  const relationsOf = (text: string) =>
    (documentOf(text).lines[0]?.fuel_values ?? []).map(
      ({ from_quantity, from_unit, to_quantity, to_unit }) =>
        `${from_quantity} ${from_unit} = ${to_quantity} ${to_unit ?? "?"}`,
    );

  it("a gas meter's heating value and correction factor are read from its properties", () => {
    const properties = [
      ["Øvre brændværdi", "12,05 kWh/Nm3"],
      ["Korrektionsfaktor", "0,9812"],
    ] as const;
    const text = statement({ type: "Gas", meters: [{ ...GAS_METER, properties }] });
    expect(counted(text)).toEqual([["natural_gas", "1800", "m3"]]);
    expect(relationsOf(text)).toEqual(["1 Nm3 = 12.05 kWh_gross", "1 m3 = 0.9812 Nm3"]);
    expect(documentOf(text).lines[0]?.fuel_values?.[0]?.statement).toContain("in a property of the meter");
  });

  it("corrections of the supply of gas are read, but for those of another meter", () => {
    const corrections = [
      { type: "Øvre brændværdi", description: "12,05 kWh/Nm3" },
      { type: "Korrektionsfaktor", description: "0,9812", meter: "M1" },
      { type: "Korrektionsfaktor", description: "0,8", meter: "M2" },
    ];
    const text = statement({ type: "Gas", meters: [GAS_METER], corrections });
    expect(relationsOf(text)).toEqual(["1 Nm3 = 12.05 kWh_gross", "1 m3 = 0.9812 Nm3"]);
    expect(relationsOf(statement({ type: "Water", meters: [{ ...GAS_METER, type: "Water" }], corrections }))).toEqual(
      [],
    );
  });

  it("what lies between two readings counts, times the meter's constant, where no difference is stated", () => {
    const counters = [["4100.5", "5000.5"]] as const;
    expect(counted(statement({ type: "Gas", meters: [{ type: "Gas", counters }] }))).toEqual([
      ["natural_gas", "900", "m3"],
    ]);
    expect(counted(statement({ type: "Gas", meters: [{ type: "Gas", counters, constant: "10" }] }))).toEqual([
      ["natural_gas", "9000", "m3"],
    ]);
  });

  it("a later reading below the earlier one is a meter that was changed, and counts nothing", () => {
    const text = statement({ type: "Gas", meters: [{ type: "Gas", counters: [["9000", "12"]] }] });
    expect(refusalOf(text)).toBe("file.no_invoice_data");
  });
});
