import { afterAll, beforeAll, expect, test } from "vitest";
import { MILEAGE, type RecordingCompany, recordingSite, type RecordingSite } from "../../support/recording-site.ts";

let site: RecordingSite;

beforeAll(async () => {
  site = await recordingSite();
});
afterAll(() => site.app.close());

async function summary(by: RecordingCompany, query = ""): Promise<unknown> {
  return await site.get(by, `/emissions/summary${query}`);
}

/** The clock of the site is at 2026-11-20. */
test("over HTTP a total names its days, its methods and what is unknown, and an excluded line is no data", async () => {
  const by = await site.company();
  expect(await summary(by)).toMatchObject({
    data_from: null,
    data_to: null,
    months_with_data: 0,
    basis: null,
    unknown: { scopes: ["1", "2", "3"] },
  });
  const { activity_id } = await site.recorded(by, MILEAGE);
  const known = { months_with_data: 1, unknown: { scopes: ["1", "2"] } };
  expect(await summary(by)).toMatchObject({
    ...known,
    data_from: "2026-09-30",
    data_to: "2026-09-30",
    basis: { product_pct: 0, quantity_pct: 100, spend_pct: 0, stated_pct: 0 },
  });
  expect(await summary(by, "?from=2026-10-01")).toMatchObject({
    data_from: null,
    unknown: { scopes: ["1", "2", "3"] },
  });
  const excluded = await site.post(by, { reason: "Paid by the employee" }, {}, `/activities/${activity_id}/exclude`);
  expect(excluded.status, excluded.text).toBe(200);
  expect(await summary(by)).toMatchObject({
    total_co2e_kg: null,
    by_scope: { "1": null, "2": null, "3": null },
    scope2: { market_based_kg: null, location_based_kg: null },
    data_from: null,
    months_with_data: 0,
    unknown: { scopes: ["1", "2", "3"] },
  });
  await site.intact(by);
});
