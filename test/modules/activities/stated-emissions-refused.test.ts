import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitingLine } from "../../support/demo-review.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { record } from "../../support/ledger.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;

beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

type Company = Awaited<ReturnType<typeof site.company>>;

const FRANCHISE = "finance.franchises.unit";
const REPORT = { kg_co2e: 500, source: "Annual report 2025", year: 2025, method: "average_data" };
const REFUSED = ["facts.emissions not_for_this_category"];
const reason = "The report says so";

async function franchise(by: Company, stated: object = {}): Promise<string> {
  const answer = await site.post(by, {
    category_id: FRANCHISE,
    description: "Shop in Aarhus",
    transaction_date: "2026-01-31",
    emissions: REPORT,
    reason: "Franchise",
    ...stated,
  });
  expect(answer.status, answer.text).toBe(201);
  return (answer.json() as unknown as { activity_id: string }).activity_id;
}

/** Path and code of each issue of a refused request. */
async function refused(by: Company, path: string, body: object): Promise<string[]> {
  const answer = await site.post(by, body, {}, path);
  expect(answer.status, answer.text).toBe(400);
  return (answer.json().issues ?? []).map(({ path: at, code }) => `${at} ${code}`);
}

/** A line that waits for the litres of its diesel. */
async function diesel(by: Company): Promise<string> {
  const row = "15-03-2026;OK a.m.b.a.;39170418;Diesel;3120;8000,00;DKK";
  const content = `Dato;Leverandør;CVR;Tekst;Konto;Beløb ekskl. moms;Valuta\n${row}\n`;
  await site.ingest(by, { name: "posteringer.csv", content });
  const [item] = await site.items<{ id: string }>(by, "/review-items?limit=5");
  if (item === undefined) throw new Error("nothing waits");
  return item.id;
}

/** A line of a franchise whose emissions are stated; its words name diesel as well. */
function stating(status: "pending_review" | "classified") {
  const line = waitingLine("suggested", { supplier_name: "Kæden A/S", supplier_identifier: null });
  const candidates = [FRANCHISE, "transport.own.diesel"].map((category_key) => ({
    category_key,
    weight: 1,
    reason: "words",
    step: "lexicon" as const,
  }));
  const emissions = { ...REPORT, method: "average_data" as const, kg_co2e: "500" };
  return {
    ...line,
    stated: { emissions: { ...emissions, biogenic_co2_kg: "0", verified_by: null } },
    split: { ...line.split, decision: { ...line.split.decision, status, category_key: FRANCHISE, candidates } },
  };
}

const countsNothing = async (by: Company) => expect(await site.items(by, "/emissions?limit=5")).toEqual([]);

describe("emissions are not stated where a quantity is counted", () => {
  const facts = { emissions: REPORT };

  test.each(["transport.own.diesel", "energy.electricity.contract"])("by recategorizing to %s", async (category_id) => {
    const by = await site.company();
    const id = await diesel(by);
    expect(await refused(by, `/review-items/${id}/recategorize`, { category_id, facts, reason })).toEqual(REFUSED);
    await countsNothing(by);
  });

  test("by accepting the suggestion", async () => {
    const by = await site.company();
    const id = await diesel(by);
    expect(await refused(by, `/review-items/${id}/accept`, { facts })).toEqual(REFUSED);
    expect(await refused(by, `/activities/${id}/correct`, { facts, reason })).toEqual(REFUSED);
    await countsNothing(by);
  });

  const error = {
    code: "request.validation_failed",
    detail: expect.stringContaining("facts.emissions: Emissions cannot be stated for transport.own.diesel"),
  };

  test("in bulk", async () => {
    const by = await site.company();
    const id = await diesel(by);
    const decisions = [{ id, decision: "accept", facts }];
    expect(await site.change(by, "/review-items/bulk", { decisions })).toMatchObject({ results: [{ error }] });
    await countsNothing(by);
  });

  test("by deciding about a group of lines that state them, nor is it told that they would count", async () => {
    const by = await site.company();
    const { activity_ids } = await record(site.app.db.context(by.tenant), [stating("pending_review")]);
    const [item] = await site.items<{ id: string }>(by, "/review-items?limit=5");
    const not_calculable = expect.stringContaining("is counted by a quantity in l");
    expect(item).toMatchObject({
      suggestion: { category_id: FRANCHISE, effect_kg: 500 },
      alternatives: [{ category_id: "transport.own.diesel", effect_kg: null, not_calculable }],
    });
    const [group] = await site.items<{ id: string }>(by, "/review-groups?limit=5");
    const decided = { decision: "recategorize", category_id: "transport.own.diesel", reason };
    expect(await site.change(by, `/review-groups/${group?.id}/decide`, decided)).toMatchObject({
      results: [{ activity_id: activity_ids[0], error }],
    });
    await countsNothing(by);
    await site.change(by, `/review-items/${item?.id}/accept`, {});
    expect(await site.items(by, "/emissions?limit=5")).toMatchObject([{ co2e_market_based_kg: 500 }]);
  });

  test("by a rule about their supplier: a re-run leaves such lines as they are", async () => {
    const by = await site.company();
    const { activity_ids } = await record(site.app.db.context(by.tenant), [stating("classified")]);
    const rule = { supplier_name: "Kæden A/S", category_key: "transport.own.diesel" };
    expect((await site.post(by, rule, {}, "/category-rules")).status).toBe(201);
    const rerun = { activity_id: activity_ids[0] };
    expect(await site.change(by, "/review-items/rerun", rerun)).toMatchObject({ line_count: 1, changed_count: 0 });
    expect(await site.items(by, "/activities?limit=5")).toMatchObject([{ category_id: FRANCHISE }]);
  });

  test("by giving what states them such a category, alone or in restating its year", async () => {
    const by = await site.company();
    const id = await franchise(by, { transaction_date: "2025-01-31" });
    const category_id = "transport.own.diesel";
    expect(await refused(by, `/activities/${id}/recategorize`, { category_id, reason })).toEqual(REFUSED);
    await site.change(by, "/financial-years/2025-12-31/close", {});
    const decisions = [{ id, decision: "recategorize", category_id, reason }];
    expect(await refused(by, "/financial-years/2025-12-31/restate", { reason, decisions })).toEqual(REFUSED);
    const stated = { ...decisions[0], category_id: FRANCHISE, facts: { emissions: { ...REPORT, kg_co2e: 118 } } };
    await site.change(by, "/financial-years/2025-12-31/restate", { reason, decisions: [stated] });
    expect(await site.items(by, "/emissions?limit=5")).toMatchObject([{ co2e_market_based_kg: 118 }]);
  });
});

describe("what was stated before the company had a factor of its own", () => {
  async function withFactor(by: Company): Promise<void> {
    const factor = {
      category_id: FRANCHISE,
      name: "Shop",
      kg_co2e_per_unit: 12,
      unit: "m2",
      year: 2025,
      valid_from: "2026-01-01",
      valid_to: "2026-12-31",
      is_automatic: true,
      source: "Survey of shops",
      method: "average_data",
      note: "All shops",
    };
    const answer = await site.post(by, factor, {}, "/company-factors");
    expect(answer.status, answer.text).toBe(201);
    const { id } = answer.json() as unknown as { id: string };
    await site.change(by, `/company-factors/${id}/approve`, {});
  }

  test("is corrected as before; another figure or a line of its own is not stated any more", async () => {
    const by = await site.company();
    const id = await franchise(by);
    await withFactor(by);
    const correct = `/activities/${id}/correct`;
    const facts = { supplier_name: "Butik ApS" };
    expect(await site.change(by, correct, { facts, reason })).toMatchObject({ change_kg: 0 });
    const again = { facts: { emissions: REPORT }, category_id: FRANCHISE, reason };
    expect(await site.change(by, correct, again)).toMatchObject({ change_kg: 0 });
    const other = { facts: { emissions: { ...REPORT, kg_co2e: 118 } }, reason };
    expect(await refused(by, correct, other)).toEqual(REFUSED);
    const counted = { facts: { clear: ["emissions"], quantity: 10, unit: "m2" }, reason };
    expect(await site.change(by, correct, counted)).toMatchObject({ change_kg: -380 });
  });

  test("is asked of the country that it was stated for", async () => {
    const by = await site.company();
    // Of charging in the United States no factor is known; in the company's own country one counts the kWh.
    const id = await franchise(by, { category_id: "energy.electricity.ev_charging", country: "US" });
    const region = async () => {
      const [entry] = await site.items<{ id: string }>(by, "/emissions?limit=1");
      const told = (await site.get(by, `/emissions/${entry?.id}/lineage`)) as { emission_factor: { region: string } };
      return told.emission_factor.region;
    };
    expect(await region()).toBe("US");
    const facts = { emissions: { ...REPORT, kg_co2e: 118 } };
    expect(await site.change(by, `/activities/${id}/correct`, { facts, reason })).toMatchObject({ change_kg: -382 });
    expect(await region()).toBe("US");
  });
});
