import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { getFactorCandidates } from "../../../src/modules/activities/get-factor-candidates.ts";
import { listActivities } from "../../../src/modules/activities/list-activities.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { isMappedFactor } from "../../../src/modules/emissions/index.ts";
import { importFactors, loadCatalog } from "../../../src/modules/factors/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { type FlatRow, flatFile } from "../../support/flat-file.ts";
import { type Company, type Pipeline, pipelineOver } from "../../support/pipeline.ts";
import { intact, run } from "../../support/review.ts";

/** Items of the shipped set of 2025 as a later year would have them; the figures are made up. */
const rows = (taxi: string, supply: string): FlatRow[] => [
  { id: "25_313_3142_4", levels: ["Business travel- land", "Taxis", "Black cab"], unit: "km", kg: taxi },
  { id: "26_909_3142_4", levels: ["WTT- pass vehs & travel- land", "WTT- taxis", "Black cab"], unit: "km", kg: supply },
  { id: "25_999_9999_4", levels: ["Business travel- land", "Rickshaw"], unit: "km", kg: "0.01" },
];

let db: TestDatabase;
let service: Pipeline;
const catalog = () => loadCatalog(db.database.system);

beforeAll(async () => {
  db = await testDatabase();
  const { admin } = db.database;
  const report = await importFactors(admin, "desnz", flatFile(2026, rows("0.31", "0.08")), null, {
    isMapped: isMappedFactor,
  });
  expect(report).toMatchObject({ inserted: 3, rejected: [] });
  expect(report.unmapped).toEqual([
    { key: "desnz.2026.25_999_9999_4", name: "Business travel- land, Rickshaw", is_outside_scopes: false },
  ]);
  service = pipelineOver(db, { options: { catalog } });
});
afterAll(() => service.close());

/** A company whose requests see the imported sets, as those of a running service do. */
async function companyOfOperator(): Promise<{ readonly company: Company; readonly ctx: Context }> {
  const company = await service.company();
  return { company, ctx: db.context(company.ctx.tenant, undefined, { catalog }) };
}

async function drive(company: Company, day: string, text: string): Promise<string> {
  const head = "Dato;Leverandør;CVR;Tekst;Beløb ekskl. moms;Valuta;Mængde;Enhed;Kategori";
  const line = `${day};Nordvej ApS;39170418;${text};1000,00;DKK;100;km;transport.travel.taxi`;
  await company.ingest({ name: `${day}.csv`, bytes: Buffer.from([head, line, ""].join("\n")) });
  const { items } = await run<{ items: { id: string; description: string }[] }>(listActivities, company.ctx, {
    limit: 100,
  });
  return items.find(({ description }) => description === text)?.id ?? "";
}

/** Key of the factor and kg of the newest entry that is no supply of fuels. */
async function newest(company: Company) {
  const [entry] = (await company.entries()).toSorted((a, b) => b.id.localeCompare(a.id));
  const { emission_factor } = await run<{ emission_factor: { key: string } }>(getEmissionLineage, company.ctx, {
    id: entry?.id,
  });
  return { key: emission_factor.key, kg: entry?.co2e_market_based_kg };
}

interface Candidates {
  readonly candidates: readonly {
    readonly key: string;
    readonly co2e_kg: number | null;
    readonly reason: string | null;
  }[];
}

describe("a whole set of a publisher", () => {
  test("counts nothing by itself, is offered with kg, and counts where a person names it, in later years by theirs", async () => {
    const { company, ctx } = await companyOfOperator();
    const id = await drive(company, "2025-03-15", "Kørsel 1");
    const before = await newest(company);
    expect(before.key).toBe("travel.taxi_vkm.km");
    const { candidates } = await run<Candidates>(getFactorCandidates, ctx, { id });
    expect(candidates.filter(({ key }) => key.startsWith("desnz."))).toEqual([
      expect.objectContaining({
        key: "desnz.2025.25_313_3142_4",
        co2e_kg: 30.604,
        reason: expect.stringContaining("where a person names it"),
      }),
      expect.objectContaining({ key: "desnz.2025.26_909_3141_4", co2e_kg: 5.176 }),
      expect.objectContaining({
        key: "desnz.2025.26_909_3142_4",
        co2e_kg: 7.634,
        reason: expect.stringContaining("supply of the fuel alone"),
      }),
    ]);

    const facts = { emission_factor_key: "desnz.2025.25_313_3142_4" };
    await run(correctActivity, ctx, { id, facts, reason: "It was a black cab" });
    expect(await newest(company)).toEqual({ key: "desnz.2025.25_313_3142_4", kg: 30.604 });
    const after = await run<Candidates>(getFactorCandidates, ctx, { id });
    expect(after.candidates.filter(({ key }) => key === facts.emission_factor_key)).toEqual([
      expect.objectContaining({ is_chosen: true, reason: null }),
    ]);

    await drive(company, "2026-03-15", "Kørsel 2");
    expect(await newest(company)).toEqual({ key: "desnz.2026.25_313_3142_4", kg: 31 });
    await intact(company.ctx);
  });

  test("is refused by a key of another category, or of an item that leads to none", async () => {
    const { company, ctx } = await companyOfOperator();
    const id = await drive(company, "2025-03-15", "Kørsel");
    for (const emission_factor_key of ["desnz.2025.25_999_9999_4", "desnz.2025.27_303_3081_4", "desnz.2025.diesel"]) {
      const facts = { emission_factor_key };
      await expect(run(correctActivity, ctx, { id, facts, reason: "No" })).rejects.toMatchObject({
        extras: { issues: [{ path: "facts.emission_factor_key", code: "unknown_factor" }] },
      });
    }
  });
});
