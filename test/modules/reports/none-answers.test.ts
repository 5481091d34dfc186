import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { printed, reportOf } from "../../support/report-of-year.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

type Company = Awaited<ReturnType<typeof site.company>>;

const ADVICE =
  "Dato;Leverandør;Tekst;Beløb ekskl. moms;Valuta;Category\r\n15-01-2025;Rådgiver;Konsulentbistand;4000,00;DKK;purchases.services.consulting\r\n";

async function answer(by: Company, place: object, reason: string): Promise<string> {
  const said = await site.put(by, "/none-answers", { report_year: 2025, ...place, reason });
  expect(said.status, said.text).toBe(200);
  return (said.json() as unknown as { id: string }).id;
}

const noted = (notes: readonly { code: string; text: string }[] | undefined, code: string) =>
  (notes ?? []).filter((note) => note.code === code).map(({ text }) => text);

test("what people answered has nothing is none in the report as in the total, with the reason; withdrawn it is unknown again", async () => {
  const by = await site.company();
  await site.ingest(by, { name: "a.csv", content: ADVICE });
  const id = await answer(by, { scope: "1" }, "We burn nothing and drive nothing");
  await answer(by, { scope: "3", scope3_category: 14 }, "We grant no franchises");
  const report = await reportOf(site, by, "en");
  expect(report.coverage?.unknown_scopes).toEqual(["2"]);
  expect(report.total_facts?.unknown?.scopes).toEqual(["2"]);
  expect(noted(report.notes, "unknown_scope")).toHaveLength(1);
  expect(noted(report.notes, "stated_none")).toEqual([
    expect.stringContaining("We burn nothing and drive nothing"),
    expect.stringContaining("We grant no franchises"),
  ]);
  expect(noted(report.notes, "unknown_scope3_categories").join(" ")).not.toMatch(/\b14\b/);
  expect(printed(report)).toContain("We burn nothing and drive nothing");
  const completeness = await site.get(by, "/report-inputs/completeness?report_year=2025&standard_type=vsme_basic");
  expect(JSON.stringify(completeness)).not.toContain("cl:Scope1Member");

  await site.change(by, `/none-answers/${id}/withdraw`, { reason: "A van was found" });
  const later = await reportOf(site, by, "da");
  expect(later.coverage?.unknown_scopes).toEqual(["1", "2"]);
});

test("what the report itself was answered stands before it, and an answer of another year says nothing", async () => {
  const by = await site.company();
  await site.ingest(by, { name: "a.csv", content: ADVICE });
  await answer(by, { scope: "1" }, "Said of the ledger");
  const elsewhere = { report_year: 2024, scope: "2", reason: "Said of the year before" };
  expect((await site.put(by, "/none-answers", elsewhere)).status).toBe(200);
  const stated = { member: "cl:Scope1Member", value: "Said in the report" };
  const put = await site.put(by, "/report-inputs/2025/EmissionsStatedAsNone", stated);
  expect(put.status, put.text).toBe(200);
  const report = await reportOf(site, by, "en");
  expect(report.coverage?.unknown_scopes).toEqual(["2"]);
  expect(noted(report.notes, "stated_none").join(" ")).toContain("Said in the report");
  expect(noted(report.notes, "stated_none").join(" ")).not.toContain("Said of the ledger");
});
