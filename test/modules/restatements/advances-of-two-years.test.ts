import { afterAll, beforeAll, expect, test } from "vitest";
import { ACCOUNT, type Bill, bill, counted, lineOf, settled, USED, used } from "../../support/heat-bills.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const YEAR = "/financial-years/2025-12-31";

const close = async (by: RecordingCompany) => await site.change(by, `${YEAR}/close`, {});
const WINTER = ["2025-10-01", "2026-03-31"] as const;
const over = (more: Bill = {}): Bill => ({ period: WINTER, date: "2025-10-01", ...more });
/** An advance in kWh, all of it settled. */
const SETTLED = [
  bill("A-1", [{ ...used(12_000), text: ACCOUNT }], over()),
  settled(10_000, over({ date: "2026-04-10" })),
];

test.each([
  ["exclude", {}],
  ["correct", { facts: { quantity: 100, unit: "kWh" } }],
  ["correct", { facts: { service_period_start: "2026-01-01", service_period_end: "2026-03-31" } }],
] as const)("an advance of a closed year refuses %s with dry_run as without (%j)", async (action, body) => {
  const by = await counted(site, SETTLED[0] ?? bill("A-1", []));
  await close(by);
  const { id } = await lineOf(site, by, ACCOUNT);
  for (const dry_run of [true, false]) {
    const refused = await site.post(by, { reason: "wrong", ...body, dry_run }, {}, `/activities/${id}/${action}`);
    expect(refused.json()).toMatchObject({ status: 409, code: "financial_year.closed" });
  }
  await site.intact(by);
});
