import type { TenantQueries } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { roundedNumber } from "../../core/quantity.ts";
import { selectTarget } from "./store.ts";
import { selectVersions } from "./store-versions.ts";
import { EXAMPLE_TARGET, type TargetVersions } from "./target.ts";
import { targetFacts } from "./target-facts.ts";
import { targetDetailsView } from "./target-view.ts";

/** A target, judged at that moment by its newest version, with its last ones. @throws ServiceError resource.not_found */
export async function targetWithVersions(db: TenantQueries, id: string, now: Date): Promise<TargetVersions> {
  const row = await selectTarget(db, id);
  if (row === undefined) throw notFound("target");
  const versions = (await selectVersions(db, id)).map((version) => ({
    ...version,
    baseline_emissions: roundedNumber(version.baseline_emissions),
    target_reduction_percent: roundedNumber(version.target_reduction_percent),
    changed: [...version.changed],
  }));
  return { ...targetDetailsView(row, await targetFacts(db, [row], now)), versions };
}

const FIRST: TargetVersions["versions"][number] = {
  version: 1,
  name: EXAMPLE_TARGET.name,
  description: null,
  scope: "1+2",
  category: null,
  scope2_method: "market_based",
  framework: "own",
  baseline_year: 2024,
  baseline_emissions: 48000,
  baseline_months: 12,
  target_year: 2030,
  target_reduction_percent: 50,
  changed: [],
  reason: null,
  stated_by: "api_key:0198c0de-0000-7000-8000-000000000011",
  stated_by_name: 'Key "ERP export"',
  created_at: "2026-01-05T08:00:00.000000Z",
};

export const EXAMPLE_VERSIONS: TargetVersions = { ...EXAMPLE_TARGET, versions: [FIRST] };

/** What an example shows of a target whose description was edited. */
export function exampleDescribed(words: string, reason: string): TargetVersions {
  const second = { version: 2, description: words, changed: ["description"], reason };
  const versions = [{ ...FIRST, ...second, created_at: "2026-02-01T08:00:00.000000Z" }, FIRST];
  return { ...EXAMPLE_TARGET, version: 2, description: words, versions };
}
