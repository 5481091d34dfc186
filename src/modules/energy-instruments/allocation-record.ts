import { z } from "zod";
import { monthLabel } from "../../core/period.ts";
import { decimal, decimalText, roundedNumber } from "../../core/quantity.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { told } from "../../core/told.ts";
import { RESIDUAL_MIX_GAPS } from "../emissions/index.ts";
import { plannedKwh } from "./allocation-plan.ts";
import { INSTRUMENT_KINDS, TECHNOLOGIES } from "./instrument-facts.ts";
import type { RunPlan } from "./run-plan.ts";
import { toldFailure } from "./told-failure.ts";
import { RUN_STATUSES, type RunRow } from "./store-runs.ts";

const textOrNull = z.union([z.string(), z.null()]);
const momentOrNull = z.union([z.iso.datetime(), z.null()]);
const notice = z.object({ code: z.string(), detail: z.string() });

const decided = {
  /** Months of the year with consumption in kWh. */
  months: z.array(
    z.object({
      month: z.string(),
      consumed_kwh: z.number(),
      parts: z.array(z.object({ instrument_id: z.uuid(), kwh: z.number() })),
      /** What takes the residual mix or the average of the grid. */
      rest_kwh: z.number(),
    }),
  ),
  instruments: z.array(
    z.object({
      id: z.uuid(),
      version: z.int(),
      kind: z.enum(INSTRUMENT_KINDS),
      name: z.string(),
      technology: z.enum(TECHNOLOGIES),
      kg_co2e_per_kwh: z.number(),
      kwh: z.number(),
    }),
  ),
  /** Null: no residual mix is loaded, and the rest takes the average of the grid. */
  residual_mix: z.union([
    z.object({ key: z.string(), year: z.int(), kg_co2e_per_kwh: z.number(), source: z.string() }),
    z.null(),
  ]),
  /** Why the average of the grid takes the rest; null: it does not. */
  residual_mix_missing: z.union([z.object({ code: z.enum(RESIDUAL_MIX_GAPS), detail: z.string() }), z.null()]),
};

/** What a run would change, kg CO2e of the market and year. */
const effect = z.object({
  market_based_before_kg: z.number(),
  market_based_after_kg: z.number(),
  /** The same before and after. */
  location_based_kg: z.number(),
  changed_entry_count: z.int(),
  /** Entries that came after an earlier allocation. */
  pending_entry_count: z.int(),
  /** Closed financial years that it reaches: their last days. */
  closed_period_ends: z.array(z.iso.date()),
  instruments: z
    .array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        left_kwh: z.number(),
        unused_kwh: z.number(),
        not_allocated_because: z.array(notice),
        warnings: z.array(notice),
      }),
    )
    .describe("Each of the market and year, with what other years leave of it and what this one does not use"),
});
export type AllocationEffect = z.output<typeof effect>;

/** An allocation of energy contracts and certificates to the electricity of a country and calendar year. */
export const allocationRecord = z.object({
  id: z.union([z.uuid(), z.null()]).describe("Null: a rehearsal"),
  market: z.string(),
  year: z.int(),
  status: z.enum(["proposed", ...RUN_STATUSES]),
  ...decided,
  include_late: z.boolean(),
  reason: textOrNull,
  failure: textOrNull.describe("Why nothing was applied"),
  failure_told: z.union([told, z.null()]).describe("The same as a code with what stands in it"),
  requested_by: textOrNull,
  requested_by_name: textOrNull,
  created_at: momentOrNull,
  ended_at: momentOrNull,
  /** Of the allocation in force: instruments that were corrected or withdrawn after it. Its figures stand until the year is allocated anew. */
  changed_since: z.array(z.object({ instrument_id: z.uuid(), name: z.string(), is_withdrawn: z.boolean() })),
  effect: z.union([effect, z.null()]).describe("Null: only the answer of the request has it"),
});
SCHEMA_NAMES.add(allocationRecord, { name: "EnergyAllocation" });
export type AllocationRecord = z.output<typeof allocationRecord>;

/** What a plan decides, as clients see it; kWh with at most 6 decimals. */
export function toDecided({ parts, instruments, residual_mix, residual_mix_missing = null, months }: RunPlan) {
  return {
    months: months.map(({ ym, kwh }) => ({
      month: monthLabel(ym),
      consumed_kwh: roundedNumber(kwh),
      parts: parts
        .filter((part) => part.ym === ym)
        .map((part) => ({ instrument_id: part.instrument_id, kwh: Number(part.kwh) })),
      rest_kwh: roundedNumber(decimal(kwh).minus(plannedKwh(parts, (part) => part.ym === ym))),
    })),
    instruments: instruments.map(({ kg_co2e_per_kwh, ...instrument }) => ({
      ...instrument,
      kg_co2e_per_kwh: Number(kg_co2e_per_kwh),
      kwh: Number(decimalText(plannedKwh(parts, ({ instrument_id }) => instrument_id === instrument.id))),
    })),
    residual_mix:
      residual_mix === null
        ? null
        : {
            key: residual_mix.key,
            year: residual_mix.year,
            kg_co2e_per_kwh: Number(residual_mix.value),
            source: residual_mix.source,
          },
    residual_mix_missing,
  };
}

/** A stored run; `told` is the effect that its request answered. */
export function toAllocationRecord(
  run: RunRow,
  {
    told: toldEffect,
    changed_since = [],
  }: Partial<Pick<AllocationRecord, "changed_since">> & { readonly told?: AllocationEffect } = {},
): AllocationRecord {
  const { plan, prepared_ym: _prepared, ...rest } = run;
  const failure_told = run.failure === null ? null : toldFailure(run.failure);
  return { ...rest, ...toDecided(plan), failure_told, changed_since, effect: toldEffect ?? null };
}

export const EXAMPLE_ALLOCATION: AllocationRecord = {
  id: "0198c0de-0000-7000-8000-000000000091",
  market: "DK",
  year: 2025,
  status: "applied",
  months: [
    {
      month: "2025-01",
      consumed_kwh: 8000,
      parts: [{ instrument_id: "0198c0de-0000-7000-8000-000000000081", kwh: 5000 }],
      rest_kwh: 3000,
    },
  ],
  instruments: [
    {
      id: "0198c0de-0000-7000-8000-000000000081",
      version: 1,
      kind: "contract",
      name: "Vindmøllepark Nord",
      technology: "wind",
      kg_co2e_per_kwh: 0,
      kwh: 5000,
    },
  ],
  residual_mix: null,
  residual_mix_missing: { code: "not_chosen", detail: "none is chosen" },
  include_late: false,
  reason: null,
  failure: null,
  failure_told: null,
  requested_by: "api_key:0198c0de-0000-7000-8000-000000000003",
  requested_by_name: "Sustainability",
  created_at: "2026-03-03T09:00:00.000000Z",
  ended_at: "2026-03-03T09:00:02.000000Z",
  changed_since: [],
  effect: null,
};
