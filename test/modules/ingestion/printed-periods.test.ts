import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { billFile, readBill } from "../../support/printed-bill.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";

describe("the period of a printed bill", () => {
  test.each([
    ["Afregningsperiode: 1/12 - 31/12 2025", "2025-12-01", "2025-12-31"],
    ["Periode: 1.10 - 31.12.25", "2025-10-01", "2025-12-31"],
    ["Periode: 01.12 - 31.01.26", "2025-12-01", "2026-01-31"],
    ["Periode: 12/2025", "2025-12-01", "2025-12-31"],
    ["Forbrug i perioden okt. - dec. 2025", "2025-10-01", "2025-12-31"],
    ["Afregning for perioden 1. oktober - 31. december 2025", "2025-10-01", "2025-12-31"],
    ["Verbrauchszeitraum: KW 49-52/2025", "2025-12-01", "2025-12-28"],
    ["Abrechnung für den Zeitraum 01.12.2025 bis 31.12.2025", "2025-12-01", "2025-12-31"],
    ["Förbrukningsperiod: vecka 49-52 2025", "2025-12-01", "2025-12-28"],
    ["For the period from 1 October 2025 to 31 December 2025", "2025-10-01", "2025-12-31"],
    ["Varmeåret 01.06.24 - 31.05.25", "2024-06-01", "2025-05-31"],
    ["Opgjort for perioden fra den 1. januar 2025 til den 31. december 2025", "2025-01-01", "2025-12-31"],
    ["Regnskabsperiode 01.01.2025 - 31.12.2025", "2025-01-01", "2025-12-31"],
    ["Varmeregnskab for perioden 01.01.2025 - 31.12.2025", "2025-01-01", "2025-12-31"],
  ])("%s", async (text, start, end) => {
    const { lines } = await readBill({ head: [text] });
    expect(lines).toMatchObject([{ service_period_start: start, service_period_end: end }]);
    expect(lines[0]?.doubt).toBeUndefined();
  });

  test.each([
    "Afregningsperiode: uge 49-52",
    "Periode: oktober - december",
    "Periode: 01.12 - 31.12",
    "Periode: 31.12.2025 - 01.12.2025",
    "Forbrug i perioden 4. kvt. 25/26",
  ])("%s is no period that is understood", async (text) => {
    const { lines } = await readBill({ head: [text] });
    expect(lines).toMatchObject([{ service_period_start: null, doubt: { code: "period_unclear" } }]);
    expect(lines[0]?.doubt?.detail).toContain(text.replace(/^.*(?:periode: |perioden )/i, ""));
  });

  test.each([
    "Faktureringsperiode: kvartalsvis",
    "Leveringsperiode: 2-3 dage",
    "Bindingsperiode: 6 måneder",
    "Periode: -",
  ])("%s states none", async (text) => {
    const { lines } = await readBill({ head: [text] });
    expect(lines[0]).not.toHaveProperty("doubt");
  });

  test("that is not understood is nothing to a line that names its own", async () => {
    const lines = [["Elforbrug december 2025", "1.000", "kWh", "900,00"]] as const;
    const read = await readBill({ head: ["Periode: uge 49-52"], lines });
    expect(read.lines[0]).not.toHaveProperty("doubt");
  });
});

describe("a printed period that is not understood", () => {
  let service: Pipeline;
  beforeAll(async () => {
    service = await pipeline();
  });
  afterAll(() => service.close());

  test("is asked about where power was used, and nothing to goods", async () => {
    const company = await service.company();
    const power = { head: ["Afregningsperiode: uge 49-52"] };
    const goods = { ...power, seller: "Kontorhuset ApS", number: "Fakturanr.: 4712" };
    await company.ingest(
      billFile(power),
      billFile({ ...goods, lines: [["Kontorartikler, kopipapir A4", "10", "stk", "900,00"]] }, "papir.pdf"),
    );
    const lines = await company.lines();
    expect(lines.find(({ description }) => description === "Elforbrug")).toMatchObject({
      status: "pending_review",
      review_code: "period_unclear",
    });
    expect(lines.find(({ description }) => description.startsWith("Kontor"))).toMatchObject({ status: "classified" });
  });
});
