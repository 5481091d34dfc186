import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { told } from "../../core/told.ts";
import { STANDARD_TYPES } from "../reports/index.ts";
import { scopeChange, toScopeChanges } from "../restatements/index.ts";
import { REASONS_ASKED } from "./moving-figures.ts";
import { RUN_STATUSES, type RunRow } from "./store-runs.ts";
import { toldFailure } from "./told-failure.ts";

const textOrNull = z.union([z.string(), z.null()]);
const momentOrNull = z.union([z.iso.datetime(), z.null()]);

/** An edition that an operator imported, as publisher and release. */
const editions = z.array(z.string());

const effect = z.object({
  changed_count: z.int(),
  unchanged_count: z.int(),
  /** Lines that no factor of the releases counts: they wait for a person. */
  waiting_count: z.int(),
  scopes: z.array(scopeChange),
  reason_needed_because: z.array(z.enum(REASONS_ASKED)),
  /** At most the newest hundred, which keep their bytes. */
  reports: z.array(
    z.object({
      id: z.uuid(),
      report_year: z.int(),
      standard_type: z.enum(STANDARD_TYPES),
      is_attested: z.boolean(),
      is_comparative: z.boolean().describe("Of the year after, which shows these figures beside its own"),
    }),
  ),
  targets: z.array(z.object({ id: z.uuid(), name: z.string(), is_base: z.boolean() })),
});

/** A preview of releases for a financial year, and what became of it. */
export const releaseRun = z.object({
  id: z.uuid(),
  period: z.object({ from: z.iso.date(), to: z.iso.date() }),
  status: z.enum(RUN_STATUSES).describe("replaced: another preview of the year came after it"),
  releases: z.array(
    z.object({
      subject: z.string(),
      release: z.string(),
      imports: editions,
      from_release: z.string(),
      from_imports: editions,
    }),
  ),
  effect: z.union([effect, z.null()]).describe("Null: its lines are still being prepared"),
  reason: textOrNull,
  failure: textOrNull.describe("Why nothing was changed"),
  failure_told: z.union([told, z.null()]).describe("The same as a code with what stands in it"),
  requested_by: z.string(),
  requested_by_name: textOrNull,
  applied_by: textOrNull,
  applied_by_name: textOrNull,
  created_at: z.iso.datetime(),
  ended_at: momentOrNull,
});
SCHEMA_NAMES.add(releaseRun, { name: "FactorReleaseRun" });
export type ReleaseRun = z.output<typeof releaseRun>;

/** A stored run as clients see it. */
export function toReleaseRun(run: RunRow): ReleaseRun {
  const { from, to, is_gathered: _gathered, releases, effect: toldEffect, ...rest } = run;
  return {
    ...rest,
    failure_told: run.failure === null ? null : toldFailure(run.failure),
    period: { from, to },
    releases: releases.map(({ imports, from_imports, ...one }) => ({
      ...one,
      imports: [...imports],
      from_imports: [...from_imports],
    })),
    effect:
      toldEffect === null
        ? null
        : {
            ...toldEffect,
            scopes: toScopeChanges(toldEffect.scopes),
            reason_needed_because: [...toldEffect.reason_needed_because],
            reports: [...toldEffect.reports],
            targets: [...toldEffect.targets],
          },
  };
}

export const EXAMPLE_RUN: ReleaseRun = {
  id: "0198c0de-0000-7000-8000-0000000000a1",
  period: { from: "2025-01-01", to: "2025-12-31" },
  status: "previewed",
  releases: [{ subject: "electricity", release: "2027.1", imports: [], from_release: "2026.1", from_imports: [] }],
  effect: {
    changed_count: 14,
    unchanged_count: 0,
    waiting_count: 0,
    scopes: [
      {
        scope: "2",
        market_based_before_kg: 12300,
        market_based_after_kg: 6400,
        location_based_before_kg: 12300,
        location_based_after_kg: 6400,
      },
    ],
    reason_needed_because: ["base_year"],
    reports: [],
    targets: [{ id: "0198c0de-0000-7000-8000-0000000000a2", name: "Halve by 2030", is_base: true }],
  },
  reason: null,
  failure: null,
  failure_told: null,
  requested_by: "api_key:0198c0de-0000-7000-8000-000000000003",
  requested_by_name: "Sustainability",
  applied_by: null,
  applied_by_name: null,
  created_at: "2027-02-03T09:00:00.000000Z",
  ended_at: null,
};
