import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;

beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

type Company = Awaited<ReturnType<typeof site.company>>;

const REPORT = { kg_co2e: 500, source: "Annual report 2025", year: 2025, method: "average_data" };

async function franchise(by: Company): Promise<string> {
  const answer = await site.post(by, {
    category_id: "finance.franchises.unit",
    description: "Shop in Aarhus",
    transaction_date: "2026-01-31",
    emissions: REPORT,
    reason: "Franchise",
  });
  expect(answer.status, answer.text).toBe(201);
  return (answer.json() as unknown as { activity_id: string }).activity_id;
}

const correct = async (by: Company, id: string, stated: object) =>
  await site.change<{ stated: string[]; change_kg: number }>(by, `/activities/${id}/correct`, {
    reason: "The report says so",
    ...stated,
  });

async function refused(by: Company, path: string, body: object) {
  const answer = await site.post(by, { reason: "?", ...body }, {}, path);
  expect(answer.status).toBe(400);
  const { issues } = answer.json() as unknown as { issues: { path: string; code: string }[] };
  return issues.map(({ path: at, code }) => `${at} ${code}`);
}

const months = async (by: Company) =>
  (await site.items<{ transaction_date: string; co2e_market_based_kg: number }>(by, "/emissions?limit=50"))
    .map((entry) => [entry.transaction_date.slice(0, 10), entry.co2e_market_based_kg] as const)
    .toSorted(([one], [other]) => one.localeCompare(other));

test("whose shop it is, its days and its figure are corrected, each alone, and taken back", async () => {
  const by = await site.company();
  const id = await franchise(by);
  expect(await correct(by, id, { facts: { supplier_name: "Butik ApS" } })).toMatchObject({
    change_kg: 0,
    stated: ["supplier", "emissions"],
  });
  expect(await months(by)).toEqual([["2026-01-31", 500]]);
  await correct(by, id, { facts: { service_period_start: "2026-01-01", service_period_end: "2026-02-28" } });
  expect(await months(by)).toEqual([
    ["2026-01-31", 262.712],
    ["2026-02-28", 237.288],
  ]);
  const figure = { ...REPORT, kg_co2e: 118, source: "Corrected report 2025" };
  expect(await correct(by, id, { facts: { emissions: figure } })).toMatchObject({ change_kg: -382 });
  expect(await months(by)).toEqual([
    ["2026-01-31", 62.000032],
    ["2026-02-28", 55.999968],
  ]);
  const [entry] = await site.items<{ id: string }>(by, "/emissions?limit=1");
  expect(await site.get(by, `/emissions/${entry?.id}/lineage`)).toMatchObject({
    calculation: { inputs: { stated_kg_co2e: "118", stated_source: "Corrected report 2025" } },
    activity_split: {
      stated: expect.arrayContaining([
        { fact: "emissions", value: expect.stringMatching(/^118 kg CO2e Corrected report 2025 \d{4} [a-z_]+/) },
      ]),
    },
  });
  await site.change(by, `/activities/${id}/undo`, { reason: "The first report was right" });
  expect(await months(by)).toEqual([
    ["2026-01-31", 262.712],
    ["2026-02-28", 237.288],
  ]);
});

test("a category that a quantity is counted in takes no stated emissions; cleared without another figure the record is refused", async () => {
  const by = await site.company();
  const id = await franchise(by);
  const path = `/activities/${id}/correct`;
  expect(await refused(by, path, { category_id: "transport.own.diesel" })).toEqual([
    "facts.emissions not_for_this_category",
  ]);
  expect(await refused(by, path, { facts: { clear: ["emissions"] } })).toEqual(["id stated_record"]);
  expect(await refused(by, path, { facts: { clear: ["emissions"], emissions: REPORT } })).toEqual([
    "facts.clear contradiction",
  ]);
  const diesel = { category_id: "transport.own.diesel", facts: { clear: ["emissions"], quantity: 10, unit: "l" } };
  expect((await correct(by, id, diesel)).stated).toEqual(["quantity", "emissions"]);
  expect((await months(by)).length).toBeGreaterThan(0);
});

test("a line that waits for a person is settled by emissions that its source states", async () => {
  const by = await site.company();
  const rows =
    "Dato;Leverandør;Tekst;Beløb ekskl. moms;Valuta\r\n31-01-2026;Kæden A/S;Andel af butik 12;4000,00;DKK\r\n";
  await site.ingest(by, { name: "a.csv", content: rows });
  const [item] = await site.items<{ id: string }>(by, "/review-items?limit=5");
  const decided = { category_id: "finance.franchises.unit", facts: { emissions: REPORT }, reason: "A franchise" };
  await site.change(by, `/review-items/${item?.id}/recategorize`, decided);
  expect(await months(by)).toEqual([["2026-01-31", 500]]);
  const [entry] = await site.items<{ id: string }>(by, "/emissions?limit=1");
  expect(await site.get(by, `/emissions/${entry?.id}/lineage`)).toMatchObject({
    calculation: { conversions: [{ note: expect.stringContaining("4000 DKK is kept beside the stated emissions") }] },
  });
});
