import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFile } from "../../../src/modules/reading/read-file.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { documentOf, UBL } from "../../support/invoice-xml.ts";
import { pdf } from "../../support/pdf.ts";
import { billFile, billPage, readBill } from "../../support/printed-bill.ts";
import { row } from "../../support/printed-invoices.ts";

type Reading = readonly [previous: string, latest: string, kwh: string];

function statement(readings: readonly Reading[], main = ""): string {
  const stated = readings.map(
    ([previous, latest, kwh]) =>
      `<cac:MeterReading><cbc:PreviousMeterReadingDate>${previous}</cbc:PreviousMeterReadingDate>
      <cbc:LatestMeterReadingDate>${latest}</cbc:LatestMeterReadingDate>
      <cbc:DeliveredQuantity unitCode="KWH">${kwh}</cbc:DeliveredQuantity></cac:MeterReading>`,
  );
  return `<UtilityStatement xmlns="${UBL}:UtilityStatement-2" xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">
    <cbc:ID>S-1</cbc:ID><cbc:IssueDate>2026-05-15</cbc:IssueDate><cbc:UtilityStatementTypeCode>Electricity</cbc:UtilityStatementTypeCode>
    <cac:SubscriberConsumption><cac:UtilityConsumptionPoint><cbc:ID schemeID="GSRN">571313000000000001</cbc:ID>
    <cac:UtilityMeter><cbc:MeterNumber>M1</cbc:MeterNumber>${stated.join("")}</cac:UtilityMeter></cac:UtilityConsumptionPoint>
    <cac:Consumption>${main}</cac:Consumption></cac:SubscriberConsumption></UtilityStatement>`;
}

const daysOf = ([quantity]: readonly { readonly period_start: string | null; readonly period_end: string | null }[]) =>
  `${quantity?.period_start} ${quantity?.period_end}`;
const danish = (day: string) => day.split("-").toReversed().join("-");

describe("the days between readings of a meter", () => {
  test.each([
    ["2025-12-31", "2026-01-31", "2026-01-01 2026-01-31"],
    ["2026-01-01", "2026-02-01", "2026-01-01 2026-01-31"],
    ["2025-12-31", "2026-02-01", "2026-01-01 2026-01-31"],
    ["2026-02-28", "2026-03-31", "2026-03-01 2026-03-31"],
    ["2026-01-15", "2026-02-15", "2026-01-15 2026-02-15"],
    ["2026-01-01", "2026-01-31", "2026-01-01 2026-01-31"],
    ["2025-12-31", "2026-01-01", "2025-12-31 2026-01-01"],
  ])("of %s and %s are %s", async (previous, latest, days) => {
    const head = [`Forrige aflæsning ${danish(previous)}`, `Ny aflæsning ${danish(latest)}`];
    expect(daysOf((await readBill({ head })).quantities)).toBe(days);
    expect(daysOf(documentOf(statement([[previous, latest, "1000"]])).quantities)).toBe(days);
  });

  test("are those of a period that is stated as it stands", async () => {
    const stated = { head: ["Periode 31.12.2025 - 31.01.2026"] };
    expect(daysOf((await readBill(stated)).quantities)).toBe("2025-12-31 2026-01-31");
    const main =
      "<cac:MainPeriod><cbc:StartDate>2025-12-31</cbc:StartDate><cbc:EndDate>2026-01-31</cbc:EndDate></cac:MainPeriod>";
    const text = statement([["2025-12-31", "2026-01-31", "1000"]], main);
    expect(daysOf(documentOf(text).quantities)).toBe("2025-12-31 2026-01-31");
  });

  const MONTHS = ["2026-01-01 2026-01-31 500", "2026-02-01 2026-02-28 300", "2026-03-01 2026-03-31 200"];
  const TURNS = [
    ["at the ends of months", ["2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31"]],
    ["at the starts of months", ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"]],
    ["at either", ["2025-12-31", "2026-02-01", "2026-02-28", "2026-04-01"]],
    ["from the first to the last day", ["2026-01-01", "2026-01-31", "2026-02-28", "2026-03-31"]],
  ] as const;

  test.each(TURNS)("of a statement %s are the months", (_where, [first, second, third, last]) => {
    const readings: Reading[] = [
      [first, second, "500"],
      [second, third, "300"],
      [third, last, "200"],
    ];
    const [quantity] = documentOf(statement(readings)).quantities;
    expect(quantity?.parts?.map((part) => Object.values(part).join(" "))).toEqual(MONTHS);
  });

  test.each(TURNS)("of a page %s are the months", async (_where, days) => {
    const shown = ["10.000,0", "10.500,0", "10.800,0", "11.000,0"];
    const table = days.flatMap((day, at) => row(340 + at * 13, [40, danish(day)], [170, shown[at] ?? ""]));
    const outcome = await readFile(pdf([[...billPage(), ...table]]), "el.pdf");
    const quantities = outcome.kind === "parsed" ? outcome.document.quantities : [];
    expect(quantities[0]?.parts?.map((part) => Object.values(part).join(" "))).toEqual(MONTHS);
    expect(daysOf(quantities)).toBe("2026-01-01 2026-03-31");
  });
});

describe("over HTTP", () => {
  let site: Awaited<ReturnType<typeof ingestingSite>>;
  beforeAll(async () => {
    site = await ingestingSite();
  });
  afterAll(() => site.close());

  test("what was used between readings at the ends of months counts in the month between them", async () => {
    const company = await site.company();
    const { name, bytes } = billFile({ head: ["Forrige aflæsning 31-12-2025", "Ny aflæsning 31-01-2026"] });
    await site.ingest(company, { name, content: bytes });
    const entries = await site.items<{ period_from: string; period_to: string }>(company, "/emissions?scope=2");
    expect(entries.map(({ period_from, period_to }) => [period_from, period_to])).toEqual([
      ["2026-01-01", "2026-01-31"],
    ]);
  });
});
