import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Catalog } from "../../../src/core/catalog.ts";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { demoDocuments } from "../../../src/demo/documents.ts";
import { loadDemoDocuments } from "../../../src/demo/load-demo.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { getEmissionsByCategory } from "../../../src/modules/emissions/get-emissions-by-category.ts";
import { getEmissionsSummary } from "../../../src/modules/emissions/get-emissions-summary.ts";
import { applyFactorReleases } from "../../../src/modules/factor-releases/apply-factor-releases.ts";
import { getFactorReleaseRun } from "../../../src/modules/factor-releases/get-factor-release-run.ts";
import { getFactorReleases } from "../../../src/modules/factor-releases/get-factor-releases.ts";
import { previewFactorReleases } from "../../../src/modules/factor-releases/preview-factor-releases.ts";
import type { ReleaseRun } from "../../../src/modules/factor-releases/release-record.ts";
import { loadCatalog } from "../../../src/modules/factors/index.ts";
import { recordActivity } from "../../../src/modules/records/record-activity.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { beforeUpdate, loadEarlierMix } from "../../support/earlier-release.ts";
import { type Pipeline, pipelineOver } from "../../support/pipeline.ts";
import { intact, run } from "../../support/review.ts";

const LOSSES = 0.043;
const YEARS = ["2024", "2025", "2026"];
/** kg CO2e per kWh of a year of use: of 2026.1 over the life cycle, of 2026.2 by generation alone. */
const BEFORE: Readonly<Record<string, number>> = { 2024: 0.136, 2025: 0.123, 2026: 0.123 };
const AFTER: Readonly<Record<string, number>> = { 2024: 0.064, 2025: 0.064, 2026: 0.064 };

interface Offered {
  readonly subjects: readonly {
    readonly subject: string;
    readonly releases: readonly { readonly release: string }[];
  }[];
}
async function offered(ctx: Context, period_end: string): Promise<readonly string[]> {
  const { subjects } = await run<Offered>(getFactorReleases, ctx, { period_end });
  return subjects.find(({ subject }) => subject === "electricity")?.releases.map(({ release }) => release) ?? [];
}

const recordOf = (category_id: string, day: string) => ({
  category_id,
  description: "El",
  quantity: 1000,
  unit: "kWh",
  transaction_date: day,
  service_period_start: day,
  service_period_end: day,
  reason: "Meter",
});

interface Recorded {
  readonly activity_id: string;
  readonly entries: readonly { readonly id: string }[];
}
interface Lineage {
  readonly emission_factor: { readonly key: string; readonly source: string };
  readonly calculation: { readonly inputs: Readonly<Record<string, unknown>> };
}

describe("a fresh installation", () => {
  let db: TestDatabase;
  let ctx: Context;
  beforeAll(async () => {
    db = await testDatabase();
    db.clock.set("2027-12-01T09:00:00Z");
    const catalog = await loadCatalog(db.database.system);
    ctx = db.context(await db.tenant(), undefined, { catalog: () => Promise.resolve(catalog) });
  });
  afterAll(() => db.close());

  test("has no share-alike factor, and does not offer the release that had", async () => {
    expect((await ctx.catalog()).factors().filter(({ licence }) => licence.includes("ODbL"))).toEqual([]);
    expect(await offered(ctx, "2026-12-31")).toEqual(["2026.2"]);
    const asked = { period_end: "2026-12-31", releases: [{ subject: "electricity", release: "2026.1" }] };
    await expect(invoke(previewFactorReleases, ctx, asked)).rejects.toThrow("there are 2026.2");
  });

  test.each([
    ["energy.electricity.grid_dk", "2019-06-01", "electricity.dk.generation.2023.kwh", 83, true],
    ["energy.electricity.grid_dk1", "2022-12-31", "electricity.dk.generation.2023.kwh", 83, true],
    ["energy.electricity.grid_dk2", "2023-06-01", "electricity.dk.generation.2023.kwh", 83, undefined],
    ["energy.electricity.grid_dk2", "2024-06-01", "electricity.dk.generation.2024.kwh", 64, undefined],
    ["energy.electricity.ev_charging", "2025-06-01", "electricity.dk.generation.2024.kwh", 64, undefined],
    ["energy.electricity.grid_dk1", "2026-06-01", "electricity.dk.generation.2024.kwh", 64, undefined],
    ["energy.electricity.grid_dk", "2027-06-01", "electricity.dk.generation.2024.kwh", 64, true],
  ])("counts %s of %s by %s", async (category, day, key, kg, isDistant) => {
    const { entries } = await run<Recorded>(recordActivity, ctx, recordOf(category, day));
    const lineages = await Promise.all(entries.map(({ id }) => run<Lineage>(getEmissionLineage, ctx, { id })));
    const main = lineages.find(({ emission_factor }) => emission_factor.key === key);
    expect(main?.calculation.inputs).toMatchObject({ factor_release: "2026.2" });
    expect(main?.calculation.inputs["factor_year_distant"]).toBe(isDistant);
    const { scope2 } = await run<{ scope2: object }>(getEmissionsSummary, ctx, { from: day, to: day });
    expect(scope2).toMatchObject({ location_based_kg: kg, life_cycle_kg: 0 });
  });
});

/** kWh of electricity of the demo company's bills by calendar year, as they are written. */
function billedKwh(): Readonly<Record<string, number>> {
  const kwh: Record<string, number> = {};
  for (const { text } of demoDocuments()) {
    const year = /<cbc:IssueDate>(\d{4})/.exec(text)?.[1];
    for (const [, billed] of text.matchAll(/unitCode="KWH">([\d.]+)<(?:(?!InvoiceLine>)[^])*?<cbc:Name>Elforbrug/g)) {
      if (year !== undefined) kwh[year] = (kwh[year] ?? 0) + Number(billed);
    }
  }
  return kwh;
}

describe("the demo company of a database of before", () => {
  let db: TestDatabase;
  let service: Pipeline;
  let current: Catalog;
  let ctx: Context;
  const kwh = billedKwh();

  beforeAll(async () => {
    db = await testDatabase();
    db.clock.set("2026-11-20T12:00:00Z");
    await loadEarlierMix(db.database.admin);
    const updated = await loadCatalog(db.database.system);
    current = beforeUpdate(updated);
    const catalog = () => Promise.resolve(current);
    service = pipelineOver(db, { options: { catalog } });
    ctx = db.context(await db.tenant(), undefined, { catalog });
    await loadDemoDocuments(ctx);
    await service.drain();
    expect(service.errors).toEqual([]);
    current = updated;
  }, 600_000);
  afterAll(() => service.close());

  /** kg of a year by category; without a residual mix electricity is the same by the market. */
  async function kgOf(year: string): Promise<ReadonlyMap<string, number>> {
    const period = { from: `${year}-01-01`, to: `${year}-12-31` };
    const { items } = await run<{ items: { category_id: string; co2e_kg: number }[] }>(
      getEmissionsByCategory,
      ctx,
      period,
    );
    return new Map(items.map(({ category_id, co2e_kg }) => [category_id, co2e_kg]));
  }

  async function lifeCycleKg(year: string): Promise<number> {
    const asked = { from: `${year}-01-01`, to: `${year}-12-31` };
    const { scope2 } = await run<{ scope2: { life_cycle_kg: number } }>(getEmissionsSummary, ctx, asked);
    return scope2.life_cycle_kg;
  }

  async function released(year: string): Promise<ReleaseRun> {
    const releases = [{ subject: "electricity", release: "2026.2" }];
    const { id } = await run<ReleaseRun>(previewFactorReleases, ctx, { period_end: `${year}-12-31`, releases });
    await service.drain();
    await run(applyFactorReleases, ctx, { id });
    await service.drain();
    return await run<ReleaseRun>(getFactorReleaseRun, ctx, { id });
  }

  test("stands as it was booked after the update", async () => {
    expect(Object.keys(kwh).toSorted()).toEqual(YEARS);
    for (const year of YEARS) {
      const kg = await kgOf(year);
      expect(kg.get("energy.electricity.grid_dk")).toBeCloseTo((kwh[year] ?? 0) * (BEFORE[year] ?? 0), 4);
      expect(kg.has("energy.upstream.td_losses")).toBe(false);
      expect(await offered(ctx, `${year}-12-31`)).toEqual(["2026.1", "2026.2"]);
    }
    await intact(ctx);
  });

  test("counts its electricity by generation alone once the release is applied, with the losses of the grid beside it", async () => {
    for (const year of YEARS) {
      expect(await released(year)).toMatchObject({ status: "applied", failure: null });
      const kg = await kgOf(year);
      const of_generation = (kwh[year] ?? 0) * (AFTER[year] ?? 0);
      expect(kg.get("energy.electricity.grid_dk")).toBeCloseTo(of_generation, 4);
      expect(kg.get("energy.upstream.td_losses")).toBeCloseTo(of_generation * LOSSES, 4);
      // What is left over the life cycle is district heat of a network that declared nothing.
      expect(await lifeCycleKg(year)).toBeCloseTo(kg.get("energy.heat.district_heating") ?? 0, 4);
    }
    await intact(ctx);
  });
});
