import { z } from "zod";
import type { Context, TenantQueries, TenantTransaction } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { EXAMPLE_TILTAG, type TiltagRecord, tiltagRecord } from "./scenario.ts";
import { removedView, shownTerms, tiltagOf, viewerOf } from "./scenario-view.ts";
import { lockScenario, type ScenarioRow } from "./store.ts";
import { type FoundTiltag, selectTiltagById, type TiltagVersionTerms } from "./store-tiltag.ts";
import { selectTiltagVersions } from "./store-tiltag-versions.ts";

const textOrNull = z.union([z.string(), z.null()]);

const statedTerms = tiltagRecord.pick({
  name: true,
  category_id: true,
  reduction_kg: true,
  reduction_pct: true,
  start_year: true,
  lifetime_years: true,
  capex_dkk: true,
  annual_opex_dkk: true,
  annual_savings_dkk: true,
  discount_rate_pct: true,
});

const tiltagVersion = statedTerms.extend({
  version: z.int(),
  is_removed: z.boolean(),
  changed: z.array(z.string()).describe("What differs from the version before; empty for the first"),
  reason: textOrNull.describe("Null for the first version"),
  stated_by: z.string(),
  stated_by_name: textOrNull,
  created_at: z.iso.datetime(),
});

/** A tiltag with what it was before; of a removed one nothing is computed. */
export const tiltagVersions = tiltagRecord.extend({
  scenario_id: z.uuid(),
  is_removed: z.boolean(),
  versions: z.array(tiltagVersion),
});
SCHEMA_NAMES.add(tiltagVersions, { name: "TiltagVersions" });

export type TiltagVersions = z.output<typeof tiltagVersions>;

/** What a version keeps of a tiltag. */
export function editedTerms(row: TiltagVersionTerms): TiltagVersionTerms {
  return {
    name: row.name,
    category_id: row.category_id,
    reduction_kg: row.reduction_kg,
    reduction_pct: row.reduction_pct,
    start_year: row.start_year,
    lifetime_years: row.lifetime_years,
    capex_dkk: row.capex_dkk,
    annual_opex_dkk: row.annual_opex_dkk,
    annual_savings_dkk: row.annual_savings_dkk,
    discount_rate_pct: row.discount_rate_pct,
  };
}

/** A tiltag of a scenario that the caller sees, as it is now, with its last versions. */
export async function tiltagWithVersions(
  db: TenantQueries,
  scenario: ScenarioRow,
  found: FoundTiltag,
): Promise<TiltagVersions> {
  const { scenario_id, is_removed } = found;
  const versions = (await selectTiltagVersions(db, found.id)).map((row) => ({
    version: row.version,
    is_removed: row.is_removed,
    ...shownTerms(row),
    changed: [...row.changed],
    reason: row.reason,
    stated_by: row.stated_by,
    stated_by_name: row.stated_by_name,
    created_at: row.created_at,
  }));
  return { ...(await shown(db, scenario, found)), scenario_id, is_removed, versions };
}

async function shown(db: TenantQueries, scenario: ScenarioRow, found: FoundTiltag): Promise<TiltagRecord> {
  if (found.is_removed) return removedView(found);
  const record = (await tiltagOf(db, scenario)).find(({ id }) => id === found.id);
  if (record === undefined) throw new Error("a tiltag is not in its scenario");
  return record;
}

export interface LockedTiltag {
  readonly scenario: ScenarioRow;
  readonly tiltag: FoundTiltag;
}

/**
 * A tiltag with its scenario, locked until the transaction ends: who else writes it waits. One of a scenario that the caller does
 * not see is missing to it. @throws ServiceError resource.not_found
 */
export async function lockTiltag(ctx: Context, tx: TenantTransaction, id: string): Promise<LockedTiltag> {
  const known = await selectTiltagById(tx, id);
  const scenario = known && (await lockScenario(tx, viewerOf(ctx.principal), known.scenario_id));
  // Again under the lock: another version may have come meanwhile.
  const tiltag = scenario && (await selectTiltagById(tx, id));
  if (scenario === undefined || tiltag === undefined) throw notFound("tiltag");
  return { scenario, tiltag };
}

const FIRST: TiltagVersions["versions"][number] = {
  version: 1,
  is_removed: false,
  name: "Electric vans",
  category_id: "transport.own",
  reduction_kg: null,
  reduction_pct: 60,
  start_year: 2027,
  lifetime_years: 8,
  capex_dkk: 640000,
  annual_opex_dkk: 12000,
  annual_savings_dkk: 96000,
  discount_rate_pct: 4,
  changed: [],
  reason: null,
  stated_by: "api_key:0198c0de-0000-7000-8000-000000000011",
  stated_by_name: 'Key "ERP export"',
  created_at: "2026-01-05T08:00:00.000000Z",
};

const SCENARIO_ID = "0198c0de-0000-7000-8000-000000000071";

export const EXAMPLE_VERSIONS: TiltagVersions = {
  ...EXAMPLE_TILTAG,
  scenario_id: SCENARIO_ID,
  is_removed: false,
  versions: [FIRST],
};

/** What an example shows of a tiltag after one change. */
export function exampleAfter(
  change: Partial<Pick<TiltagVersions, "name" | "is_removed">>,
  reason: string,
): TiltagVersions {
  const later = { version: 2, changed: Object.keys(change), reason, created_at: "2026-02-01T08:00:00.000000Z" };
  const uncounted = { annual_reduction_kg: null, abatement_cost_dkk_per_tonne: null, payback_years: null };
  const removed = change.is_removed === true ? { ...uncounted, npv_dkk: null, rank: null } : {};
  return {
    ...EXAMPLE_VERSIONS,
    ...removed,
    ...change,
    version: 2,
    versions: [{ ...FIRST, ...change, ...later }, FIRST],
  };
}
