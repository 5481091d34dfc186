import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { printed, reportOf, workbook } from "../../support/report-of-year.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const HEAD = "Dato;Leverandør;Tekst;Beløb ekskl. moms;Valuta;Category";
const advice = (day: string) => `${day};Rådgiver;Konsulentbistand;4000,00;DKK;purchases.services.consulting`;

const ROWS = {
  da: ["Første og sidste dag med data", "Fuldstændigt: intet er ukendt"],
  en: ["First and last day with data", "Complete: nothing is unknown"],
} as const;

test("a report says from when to when its year has data and whether it is complete, as the totals do", async () => {
  const by = await site.company();
  const rows = [advice("15-01-2025"), advice("03-12-2025")];
  await site.ingest(by, { name: "a.csv", content: `${[HEAD, ...rows].join("\r\n")}\r\n` });
  const summary = async () =>
    (await site.get(by, "/emissions/summary?from=2025-01-01&to=2025-12-31")) as Record<string, unknown>;
  const before = await summary();
  expect([before["is_complete"], before["data_from"], before["data_to"]]).toEqual([false, "2025-01-15", "2025-12-03"]);
  const open = await reportOf(site, by, "da");
  expect(open.total_facts).toMatchObject({ is_complete: false, data_from: "2025-01-15", data_to: "2025-12-03" });
  for (const text of [...ROWS.da, "15. januar 2025 – 3. december 2025", "Nej"]) expect(printed(open)).toContain(text);

  const nothing = ["1", "2"].map((scope) => ({ scope }));
  // All of scope 3 but category 1, which has the advice.
  const others = Array.from({ length: 14 }, (_, index) => ({ scope: "3", scope3_category: index + 2 }));
  for (const place of [...nothing, ...others]) {
    const answer = await site.put(by, "/none-answers", { report_year: 2025, ...place, reason: "We have none" });
    expect(answer.status, answer.text).toBe(200);
  }
  expect((await summary())["is_complete"]).toBe(true);
  const whole = await reportOf(site, by, "en");
  expect(whole.total_facts?.is_complete).toBe(true);
  for (const text of [...ROWS.en, "Yes"]) expect(printed(whole)).toContain(text);
  const sheets = await workbook(whole);
  for (const text of [...ROWS.en, "2025-01-15", "2025-12-03", "Yes"]) expect(sheets).toContain(text);

  const { is_complete: _told, data_from: _from, data_to: _to, ...total_facts } = whole.total_facts ?? {};
  const earlier = { ...whole, total_facts } as ReportDocument;
  for (const text of ROWS.en) expect(printed(earlier) + (await workbook(earlier))).not.toContain(text);
});
