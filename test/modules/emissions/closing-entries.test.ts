import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decimalSum, roundedNumber } from "../../../src/core/quantity.ts";
import { MILEAGE, type RecordingCompany, recordingSite, type RecordingSite } from "../../support/recording-site.ts";
import { toolCall } from "../../support/tool-call.ts";

let site: RecordingSite;

beforeAll(async () => {
  site = await recordingSite();
});
afterAll(() => site.app.close());

interface Entry {
  readonly id: string;
  readonly transaction_date: string;
  readonly co2e_market_based_kg: number;
  readonly scope3_category: number | null;
  readonly category_id: string;
}

interface Counted {
  readonly entry_count: number;
}

interface Summary extends Counted {
  readonly total_co2e_kg: number | null;
  readonly months_with_data: number;
  readonly items: readonly (Counted & { readonly month: string; readonly total_co2e_kg: number | null })[];
}

/** Every page of the list. */
async function listed(by: RecordingCompany, query = ""): Promise<Entry[]> {
  const items: Entry[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    // Bodies are checked by the contract tests.
    const page = (await site.get(by, `/emissions?limit=1${query}${after}`)) as {
      items: Entry[];
      next_cursor: string | null;
    };
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return items;
}

/** The list, its exports and every total count the same entries, whose kg add up to the total. */
async function agreed(by: RecordingCompany, query = ""): Promise<Summary> {
  const entries = await listed(by, query);
  const kg = (chosen: readonly Entry[]) =>
    roundedNumber(decimalSum(chosen.map((entry) => String(entry.co2e_market_based_kg))));
  const summary = (await site.get(by, `/emissions/summary?group_by=month${query}`)) as Summary;
  expect(summary.entry_count).toBe(entries.length);
  expect(summary.total_co2e_kg ?? 0).toBeCloseTo(kg(entries), 6);
  for (const { month, entry_count, total_co2e_kg } of summary.items) {
    const own = entries.filter(({ transaction_date }) => transaction_date.startsWith(month));
    expect(entry_count, month).toBe(own.length);
    expect(total_co2e_kg ?? 0).toBeCloseTo(kg(own), 6);
  }
  const categories = (await site.get(by, `/emissions/by-category?${query}`)) as {
    items: (Counted & { category_id: string })[];
  };
  expect(categories.items.map(({ category_id }) => category_id).toSorted()).toEqual(
    [...new Set(entries.map(({ category_id }) => category_id))].toSorted(),
  );
  for (const { category_id, entry_count } of categories.items) {
    expect(entry_count, category_id).toBe(entries.filter((entry) => entry.category_id === category_id).length);
  }
  const scope3 = (await site.get(by, `/emissions/by-scope3-category?${query}`)) as {
    categories: (Counted & { number: number })[];
  };
  for (const { number, entry_count } of scope3.categories) {
    expect(entry_count, String(number)).toBe(entries.filter((entry) => entry.scope3_category === number).length);
  }
  const ids = entries.map(({ id }) => id);
  const exported = async (accept: string) =>
    (await site.app.as(by.key, `/api/v1/emissions?limit=2${query}`, { headers: { accept } })).text.trimEnd();
  const ndjson = (await exported("application/x-ndjson")).split("\n").filter((line) => line !== "");
  expect(ndjson.map((line) => (JSON.parse(line) as Entry).id)).toEqual(ids);
  expect((await exported("text/csv")).split("\r\n").slice(1)).toHaveLength(ids.length);
  if (query === "") {
    const { text } = await site.app.as(by.key, "/api/mcp", toolCall("list_emissions", { limit: 200 }));
    const result = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as {
      result: { structuredContent: { items: Entry[] } };
    };
    expect(result.result.structuredContent.items.map(({ id }) => id)).toEqual(ids);
  }
  return summary;
}

async function changed(by: RecordingCompany, id: string | null, change: string, body: object): Promise<void> {
  const answer = await site.post(by, body, {}, `/activities/${id}/${change}`);
  expect(answer.status, answer.text).toBe(200);
}

const move = (by: RecordingCompany, id: string | null, month: string, last: string) =>
  changed(by, id, "correct", {
    facts: { service_period_start: `2026-${month}-01`, service_period_end: `2026-${month}-${last}` },
    reason: "Read on the driving log",
  });

/** The entry that ended this one, by its lineage. */
async function endOf(by: RecordingCompany, id: string | null | undefined): Promise<string> {
  const lineage = (await site.get(by, `/emissions/${id}/lineage`)) as {
    emission_entry: { superseded_by_entry_id: string };
  };
  return lineage.emission_entry.superseded_by_entry_id;
}

describe("an entry that only ends an earlier one", () => {
  test("is neither listed nor counted when a booked line is excluded, and answers by its id", async () => {
    const by = await site.company();
    const kept = await site.recorded(by, { ...MILEAGE, description: "Kilometerpenge, lager" });
    const booked = await site.recorded(by, MILEAGE);
    expect(await agreed(by)).toMatchObject({ entry_count: 2, total_co2e_kg: 414.78, months_with_data: 1 });
    await changed(by, booked.activity_id, "exclude", { reason: "Paid by the employee" });
    expect(await agreed(by)).toMatchObject({ entry_count: 1, total_co2e_kg: 207.39, months_with_data: 1 });
    expect((await listed(by)).map(({ id }) => id)).toEqual([kept.entries[0]?.id]);

    const end = await endOf(by, booked.entries[0]?.id);
    expect(await site.get(by, `/emissions/${end}`)).toMatchObject({ id: end, co2e_market_based_kg: 0 });
    expect(await site.get(by, `/emissions/${end}/lineage`)).toMatchObject({ emission_entry: { is_closing: true } });
    await site.intact(by);
  });

  test("leaves nothing to list and no month to tell of when it ended all there was", async () => {
    const by = await site.company();
    const booked = await site.recorded(by, MILEAGE);
    await changed(by, booked.activity_id, "exclude", { reason: "Paid by the employee" });
    expect(await agreed(by)).toMatchObject({ entry_count: 0, total_co2e_kg: null, months_with_data: 0, items: [] });
    expect(await site.get(by, "/emissions/by-category")).toMatchObject({ items: [], total_co2e_kg: null });
  });

  test("stays behind unlisted in the month that a correction moves a line from, and when that is taken back", async () => {
    const by = await site.company();
    // What is used over a period lies in its months; a journey stays on its day.
    const commuting = { ...MILEAGE, category_id: "transport.commuting.car" };
    const { activity_id } = await site.recorded(by, commuting);
    await move(by, activity_id, "07", "31");
    expect(await agreed(by)).toMatchObject({ entry_count: 1, months_with_data: 1, items: [{ month: "2026-07" }] });
    // Half of September by its days: entries are read one by one there.
    expect(await agreed(by, "&from=2026-09-15T12:00:00Z&to=2026-10-02")).toMatchObject({ entry_count: 0, items: [] });
    expect(await agreed(by, "&from=2026-07-15&to=2026-10-02")).toMatchObject({ entry_count: 1 });
    // The reading that is brought back has the end of September's entry, which ends nothing that is open any more.
    await changed(by, activity_id, "exclude", { reason: "Paid by the employee" });
    await changed(by, activity_id, "undo", { reason: "It was ours" });
    expect(await agreed(by)).toMatchObject({ entry_count: 1, months_with_data: 1, items: [{ month: "2026-07" }] });
    await move(by, activity_id, "05", "31");
    await changed(by, activity_id, "undo", { reason: "Misread" });
    expect(await agreed(by)).toMatchObject({ entry_count: 1, months_with_data: 1, items: [{ month: "2026-07" }] });
    await site.intact(by);
  });

  test("is not what was calculated to 0 kg, which is listed and counted", async () => {
    const by = await site.company();
    await site.recorded(by, {
      category_id: "finance.franchises.unit",
      description: "Franchise in Aarhus, closed all month",
      emissions: { kg_co2e: 0, source: "Franchisee", year: 2026, method: "supplier_specific" },
      transaction_date: "2026-06-30",
      reason: "Survey",
    });
    expect(await agreed(by)).toMatchObject({ entry_count: 1, total_co2e_kg: 0, months_with_data: 1 });
  });
});
