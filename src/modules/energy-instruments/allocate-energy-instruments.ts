import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { countryInput } from "../../core/country.ts";
import { validationError, type ValidationIssue } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { positiveFigure } from "../../core/stated-figure.ts";
import { statedYear } from "../../core/stated-year.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import {
  type AllocationEffect,
  allocationRecord,
  EXAMPLE_ALLOCATION,
  toAllocationRecord,
  toDecided,
} from "./allocation-record.ts";
import { allocationEffect } from "./allocation-effect.ts";
import { APPLY_ALLOCATION_JOB } from "./apply-run.ts";
import { type AskedAllocation, planRun } from "./plan-run.ts";
import type { RunPlan } from "./run-plan.ts";
import { insertRun, type RunRow } from "./store-runs.ts";

const PARTS_MAX = 2000;
const KWH_MAX = 100_000_000_000;

export const allocateEnergyInstruments = defineOperation({
  name: "allocate_energy_instruments",
  title: "Allocate energy contracts and certificates",
  description:
    "Allocates what was bought to the electricity of a country and calendar year, month by month pro rata by kWh, or as stated in " +
    "allocations. With dry_run it answers what it would do. Without, one run changes the " +
    "market-based figures; get_energy_allocation says when it is applied. " +
    "A later run of the same country and year replaces it as a whole. A cancellation after the company's cut-off " +
    "counts with include_late and a reason only; a closed year needs a reason and the scope tenant:write",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    market: countryInput.describe("Country of the consumption (ISO 3166-1 alpha-2)"),
    year: statedYear.describe("Calendar year of the consumption"),
    allocations: z
      .array(
        z.strictObject({
          instrument_id: z.uuid().describe("Id from list_energy_instruments"),
          month: z
            .string()
            .max(7)
            .regex(/^\d{4}-(0[1-9]|1[0-2])$/, "must be a month as YYYY-MM")
            .describe("Month of the consumption"),
          kwh: positiveFigure(KWH_MAX).describe("kWh of the instrument in that month"),
        }),
      )
      .max(PARTS_MAX)
      .describe("In place of the proposal: what is not named is not allocated; empty takes an allocation back")
      .optional(),
    include_late: z.boolean().describe("Counts cancellations after the company's cut-off, with a reason").optional(),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(2_000)
      .describe("Why, for the auditor; printed where a closed year is restated")
      .optional(),
    dry_run: z.boolean().describe("true: only say what it would do").optional(),
  }),
  output: allocationRecord,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "POST", path: "/energy-allocations", status: 202 },
  tool: false,
  callers: "any",
  example: {
    input: { market: "DK", year: 2025, dry_run: true },
    output: {
      ...EXAMPLE_ALLOCATION,
      id: null,
      status: "proposed",
      requested_by: null,
      requested_by_name: null,
      created_at: null,
      ended_at: null,
    },
  },
  async run(ctx, { market, year, allocations = null, include_late = false, reason = null, dry_run = false }) {
    const asked = { market, year, include_late, allocations, reason };
    const { plan, effect } = await ctx.db.readOnly(async (tx) => {
      const planned = await planRun(ctx, tx, asked);
      return { plan: planned.plan, effect: await allocationEffect(tx, market, planned) };
    });
    if (dry_run) return rehearsed(asked, plan, effect);
    assertMay(ctx, asked, effect);
    return toAllocationRecord(await request(ctx, asked, plan), { told: effect });
  },
});

interface Asked extends AskedAllocation {
  readonly reason: string | null;
}

function rehearsed({ market, year, include_late, reason }: Asked, plan: RunPlan, effect: AllocationEffect) {
  return {
    id: null,
    market,
    year,
    status: "proposed" as const,
    ...toDecided(plan),
    include_late,
    reason,
    failure: null,
    failure_told: null,
    requested_by: null,
    requested_by_name: null,
    created_at: null,
    ended_at: null,
    changed_since: [],
    effect,
  };
}

function assertMay(ctx: Context, { include_late, reason }: Asked, { closed_period_ends }: AllocationEffect): void {
  const issues: ValidationIssue[] = [];
  const [closed] = closed_period_ends;
  if ((include_late || closed !== undefined) && reason === null) {
    const what =
      closed === undefined ? "late cancellations count" : `the closed year that ends on ${closed} is restated`;
    issues.push({ path: "reason", code: "required", message: `say why ${what}` });
  }
  if (closed !== undefined && !ctx.principal.scopes.has("tenant:write")) {
    const message = `reaches the closed year that ends on ${closed}: an administrator (scope tenant:write) restates it`;
    issues.push({ path: "year", code: "administrator_needed", message });
  }
  if (issues.length > 0) throw validationError(issues);
}

async function request(ctx: Context, { market, year, include_late, reason }: Asked, plan: RunPlan): Promise<RunRow> {
  return await ctx.db.transaction(async (tx) => {
    const chain = await lockAuditChain(tx);
    const id = ctx.newId();
    const requested_by = ctx.principal.actor;
    const run = await insertRun(tx, { id, market, year, plan, include_late, reason, requested_by });
    if (run === undefined) {
      const message = "is being allocated at this moment: GET /energy-allocations tells when it is done";
      throw validationError([{ path: "year", code: "run_in_progress", message }]);
    }
    const payload = { market, year, include_late, instruments: plan.instruments.length };
    await appendAudit(ctx, tx, [{ action: "energy_allocation.requested", subject: id, payload }], chain);
    await ctx.jobs.enqueue(tx, [{ kind: APPLY_ALLOCATION_JOB, key: id, payload: { energy_allocation_id: id } }]);
    return run;
  });
}
