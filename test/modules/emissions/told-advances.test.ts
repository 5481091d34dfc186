import { afterAll, beforeAll, expect, test } from "vitest";
import { TOLD_DA } from "../../../web/parts/told/told-texts-da.ts";
import { TOLD_EN } from "../../../web/parts/told/told-texts-en.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const HEAT = { name: "Havnebyens Fjernvarme A.m.b.a.", cvr: "27182818" };
const heat = (number: string, period: readonly [string, string], text: string, kWh: string) => ({
  name: `${number}.xml`,
  content: ubl({
    number,
    date: period[0],
    supplier: HEAT,
    meter: "571313000000000013",
    period,
    lines: [{ text, quantity: kWh, unit: "KWH", amount: "9000.00" }],
  }),
});

interface Lineage {
  readonly activity_split: {
    readonly reason: string;
    readonly reasons: readonly { readonly code: string; readonly parameters: Readonly<Record<string, string>> }[];
  };
}

test("why an advance counts is told by a code, so that readers have it in their own language", async () => {
  const by = await site.company();
  await site.ingest(by, heat("A-1", ["2026-01-01", "2026-03-31"], "Aconto fjernvarme", "9000"));
  await site.ingest(by, heat("S-1", ["2025-12-01", "2026-02-14"], "Fjernvarme, afregnet forbrug", "8000"));
  const entries = await site.items<{ id: string; transaction_date: string }>(by, "/emissions?limit=200");
  const march = entries.find(({ transaction_date }) => transaction_date.startsWith("2026-03"));
  const { activity_split } = (await site.get(by, `/emissions/${march?.id}/lineage`)) as Lineage;
  expect(activity_split.reason).toContain("an advance counts as an estimate until it is settled");
  expect(activity_split.reasons).toEqual([{ code: "advance_estimate", parameters: {} }]);
  expect(TOLD_DA["advance_estimate"]?.({})).toContain("aconto");
  expect(TOLD_EN["advance_estimate"]?.({})).toContain("advance");
});
