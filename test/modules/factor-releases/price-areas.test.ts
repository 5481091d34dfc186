import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Catalog } from "../../../src/core/catalog.ts";
import type { Context } from "../../../src/core/context.ts";
import { getFactorCandidates } from "../../../src/modules/activities/get-factor-candidates.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { applyFactorReleases } from "../../../src/modules/factor-releases/apply-factor-releases.ts";
import { getFactorReleaseRun } from "../../../src/modules/factor-releases/get-factor-release-run.ts";
import { getFactorReleases } from "../../../src/modules/factor-releases/get-factor-releases.ts";
import { previewFactorReleases } from "../../../src/modules/factor-releases/preview-factor-releases.ts";
import type { ReleaseRun } from "../../../src/modules/factor-releases/release-record.ts";
import { importFactors, loadCatalog } from "../../../src/modules/factors/index.ts";
import { recordActivity } from "../../../src/modules/records/record-activity.ts";
import { testDatabase } from "../../support/database.ts";
import { type Pipeline, pipelineOver } from "../../support/pipeline.ts";
import { declarationJson, declaredHours } from "../../support/publisher-server.ts";
import { intact, run } from "../../support/review.ts";

interface Recorded {
  readonly activity_id: string;
  readonly entries: readonly { readonly id: string }[];
}
interface Lineage {
  readonly emission_factor: { readonly key: string; readonly region: string };
  readonly emission_entry: { readonly co2e_location_based_kg: number };
  readonly calculation: {
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly conversions: readonly { readonly note: string; readonly told: { readonly code: string } }[];
  };
}

const DK1 = "energy.electricity.grid_dk1";
const DK2 = "energy.electricity.grid_dk2";
const UNKNOWN = "energy.electricity.grid_dk";
/** g CO2 per kWh of January and February; March and later are not published yet. */
const DECLARED = [
  ...declaredHours("DK1", "2026-01", 150),
  ...declaredHours("DK1", "2026-02", 120),
  ...declaredHours("DK2", "2026-01", 60),
];

let service: Pipeline;
let current: Catalog;
let ctx: Context;
beforeAll(async () => {
  const db = await testDatabase();
  db.clock.set("2026-11-20T12:00:00Z");
  await importFactors(db.database.admin, "eds-declaration", Buffer.from(declarationJson(DECLARED)), null, {
    today: "2026-03-10",
  });
  current = await loadCatalog(db.database.system);
  const catalog = () => Promise.resolve(current);
  service = pipelineOver(db, { options: { catalog } });
  ctx = db.context(await db.tenant(), undefined, { catalog });
}, 120_000);
afterAll(() => service.close());

async function recorded(category_id: string, from: string, to: string): Promise<Recorded> {
  return await run<Recorded>(recordActivity, ctx, {
    category_id,
    description: `El ${category_id} ${from}`,
    quantity: 1000,
    unit: "kWh",
    transaction_date: to,
    service_period_start: from,
    service_period_end: to,
    reason: "Meter",
  });
}

async function lineages(of: Recorded): Promise<readonly Lineage[]> {
  return await Promise.all(of.entries.map(({ id }) => run<Lineage>(getEmissionLineage, ctx, { id })));
}

const keys = (all: readonly Lineage[]) => all.map(({ emission_factor }) => emission_factor.key);

describe("Energinet's declaration by price area", () => {
  let edition: string;
  let early: Recorded;

  test("is offered and counts nothing before a person takes it in", async () => {
    early = await recorded(DK1, "2026-01-01", "2026-01-31");
    expect(keys(await lineages(early))).toEqual([
      "electricity.dk.generation.2024.kwh",
      "electricity.dk.losses.2022.kwh",
    ]);
    const { subjects } = await run<{ subjects: { subject: string; importable: string[] }[] }>(getFactorReleases, ctx, {
      period_end: "2026-12-31",
    });
    const importable = subjects.find(({ subject }) => subject === "electricity")?.importable ?? [];
    expect(importable).toEqual([
      expect.stringMatching(
        /^Energinet, Energi Data Service \(DeclarationGridEmission\)@125% 2026-01 to 2026-02, [0-9a-f]{8}$/,
      ),
    ]);
    edition = importable[0] ?? "";
  });

  test("is previewed and applied like any release", async () => {
    const releases = [{ subject: "electricity", release: "2026.2", imports: [edition] }];
    const { id } = await run<ReleaseRun>(previewFactorReleases, ctx, { period_end: "2026-12-31", releases });
    await service.drain();
    const previewed = await run<ReleaseRun>(getFactorReleaseRun, ctx, { id });
    expect(previewed).toMatchObject({ status: "previewed", effect: { changed_count: 1 } });
    const scope2 = previewed.effect?.scopes.find(({ scope }) => scope === "2");
    expect(scope2).toMatchObject({ location_based_before_kg: 64, location_based_after_kg: 150 });
    await run(applyFactorReleases, ctx, { id });
    await service.drain();
    expect(await run(getFactorReleaseRun, ctx, { id })).toMatchObject({ status: "applied", failure: null });
    await intact(ctx);
  });

  test("counts each month of a known area by its own figure, with the losses of distribution beside it", async () => {
    const all = await lineages(await recorded(DK1, "2026-01-01", "2026-02-28"));
    expect(keys(all)).toEqual([
      "electricity.dk1.grid_declaration.2026.m01.kwh",
      "electricity.dk1.losses.2022.kwh",
      "electricity.dk1.grid_declaration.2026.m02.kwh",
      "electricity.dk1.losses.2022.kwh",
    ]);
    const [january, losses, february] = all;
    expect(january?.emission_entry.co2e_location_based_kg).toBeCloseTo((1000 * 0.15 * 31) / 59, 3);
    expect(february?.emission_entry.co2e_location_based_kg).toBeCloseTo((1000 * 0.12 * 28) / 59, 3);
    expect(losses?.emission_entry.co2e_location_based_kg).toBeCloseTo((1000 * 0.15 * 31 * 0.043) / 59, 3);
    expect(january?.calculation.inputs).toMatchObject({
      factor_release: `2026.2 + ${edition}`,
      factor_choice: {
        rule: "grid_area",
        lost: [{ factor_key: "electricity.dk.generation.2024.kwh", rule: "grid_area" }],
      },
    });
  });

  test("counts a month without a figure of the area by the country's, and says so", async () => {
    const [main] = await lineages(await recorded(DK2, "2026-02-01", "2026-02-28"));
    expect(main?.emission_factor.key).toBe("electricity.dk.generation.2024.kwh");
    expect(main?.calculation.conversions).toContainEqual(
      expect.objectContaining({
        note: "The declaration in force has no figure of DK2 for 2026-02: that of DK is used.",
        told: { code: "price_area_month", parameters: { area: "DK2", month: "2026-02", region: "DK" } },
      }),
    );
  });

  test("keeps the country's figure where the area is not known, and says so", async () => {
    const [main] = await lineages(await recorded(UNKNOWN, "2026-01-01", "2026-01-31"));
    expect(main?.emission_factor.key).toBe("electricity.dk.generation.2024.kwh");
    expect(main?.calculation.conversions.map(({ told }) => told.code)).toContain("price_area_unknown");
  });

  test("can be named, of whatever month, and so can the country's figure", async () => {
    const { activity_id } = await recorded(DK2, "2026-01-01", "2026-01-31");
    const { candidates } = await run<{ candidates: { key: string; is_chosen: boolean }[] }>(getFactorCandidates, ctx, {
      id: activity_id,
    });
    expect(candidates.slice(0, 2)).toMatchObject([
      { key: "electricity.dk2.grid_declaration.kwh", is_chosen: true },
      { key: "electricity.dk.generation.2024.kwh", is_chosen: false },
    ]);
  });
});

test("a year that did not take it in counts by the country's figure", async () => {
  const all = await lineages(await recorded(DK1, "2025-12-01", "2025-12-31"));
  expect(keys(all)).toEqual(["electricity.dk.generation.2024.kwh", "electricity.dk.losses.2022.kwh"]);
});
