import type { Context, TenantQueries } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { type Decimal, decimal, decimalSum, decimalText } from "../../core/quantity.ts";
import { currentSettings, freezeFactor, type ResidualMix, residualMixOf, selectMarketKwh } from "../emissions/index.ts";
import {
  type ConsideredInstrument,
  type KwhByMonth,
  monthsOfYear,
  type PlannedPart,
  proposedParts,
  servedMonths,
} from "./allocation-plan.ts";
import { type InstrumentNotice, notAllocatable } from "./instrument-standing.ts";
import type { RunPlan } from "./run-plan.ts";
import { type StatedPart, statedIssues, statedParts } from "./stated-parts.ts";
import { type InstrumentRow, selectServing } from "./store.ts";
import { type RunInForce, selectPlansInForce } from "./store-runs.ts";

/** What an allocation is asked for. */
export interface AskedAllocation {
  readonly market: string;
  readonly year: number;
  /** Whether cancellations after the company's cut-off count. */
  readonly include_late: boolean;
  /** What a person decided in place of the proposal; null: nothing. */
  readonly allocations: readonly StatedPart[] | null;
}

export interface PlannedRun {
  readonly plan: RunPlan;
  readonly considered: readonly ConsideredInstrument[];
}

/**
 * Decides what an allocation does: the proposal, or what a person stated in its place.
 * @throws ServiceError request.validation_failed for stated parts that an instrument or a month does not have
 */
export async function planRun(
  ctx: Pick<Context, "catalog">,
  db: TenantQueries,
  asked: AskedAllocation,
): Promise<PlannedRun> {
  const { market, year, include_late, allocations } = asked;
  const rows = await selectServing(db, market, { from: `${year}-01-01`, to: `${year}-12-31` });
  const { certificate_cut_off, residual_mix } = await currentSettings(db);
  const last = `${year + 1}-${certificate_cut_off}`;
  const used = await usedElsewhere(db, asked);
  const considered = rows.map((row) => {
    const held = decimal(row.facts.mwh).times(1000);
    const left = held.minus(used.get(row.id) ?? 0);
    const late = include_late ? [] : lateNotice(row, last);
    return { row, left_kwh: left.lt(0) ? decimal(0) : left, reasons: [...notAllocatable(row.facts, false), ...late] };
  });
  const available = considered.filter(({ reasons }) => reasons.length === 0);
  const consumed = await consumedKwh(db, market, year, rows);
  const issues = allocations === null ? [] : statedIssues(allocations, { considered, consumed, year });
  if (issues.length > 0) throw validationError(issues);
  const parts = allocations === null ? proposedParts(available, consumed, year) : statedParts(allocations);
  const mix = residualMixOf(await ctx.catalog(), residual_mix, { country: market, year });
  return { plan: runPlan(asked, { parts, rows, consumed, mix }), considered };
}

/** kWh of each instrument that other markets and years have allocated. */
export async function usedElsewhere(
  db: TenantQueries,
  asked: Pick<AskedAllocation, "market" | "year">,
): Promise<ReadonlyMap<string, Decimal>> {
  return usedByOthers(await selectPlansInForce(db), asked);
}

/** The same of plans in force that were read already. Pure. */
export function usedByOthers(
  inForce: readonly RunInForce[],
  { market, year }: Pick<AskedAllocation, "market" | "year">,
): ReadonlyMap<string, Decimal> {
  const used = new Map<string, Decimal>();
  for (const run of inForce) {
    if (run.market === market && run.year === year) continue;
    for (const { instrument_id, kwh } of run.plan.parts) {
      used.set(instrument_id, decimalSum([used.get(instrument_id) ?? "0", kwh]));
    }
  }
  return used;
}

function lateNotice({ facts: { cancellation } }: InstrumentRow, last: string): InstrumentNotice[] {
  if (cancellation === null || cancellation.date <= last) return [];
  const detail = `Cancelled on ${cancellation.date}, after the company's cut-off of ${last}: include_late counts it, with a reason.`;
  return [{ code: "cancelled_after_cut_off", detail }];
}

/** Of the year, and of all months that an instrument of it serves. */
async function consumedKwh(
  db: TenantQueries,
  market: string,
  year: number,
  rows: readonly InstrumentRow[],
): Promise<KwhByMonth> {
  const served = rows.map(servedMonths);
  const months = monthsOfYear(year);
  const from_ym = Math.min(...months, ...served.map((one) => one.from_ym));
  const to_ym = Math.max(...months, ...served.map((one) => one.to_ym));
  const found = await selectMarketKwh(db, market, { from_ym, to_ym });
  return new Map(found.map(({ ym, kwh }) => [ym, decimal(kwh)]));
}

interface Planned {
  readonly parts: readonly PlannedPart[];
  readonly rows: readonly InstrumentRow[];
  readonly consumed: KwhByMonth;
  readonly mix: ResidualMix;
}

function runPlan({ year }: AskedAllocation, { parts, rows, consumed, mix }: Planned): RunPlan {
  const used = new Set(parts.map(({ instrument_id }) => instrument_id));
  return {
    parts,
    instruments: rows
      .filter(({ id }) => used.has(id))
      .map(({ id, version, kind, facts: { name, technology, kg_co2e_per_kwh } }) => ({
        id,
        version,
        kind,
        name,
        technology,
        kg_co2e_per_kwh,
      })),
    ...mixOfPlan(mix),
    months: monthsOfYear(year).flatMap((ym) => {
      const kwh = consumed.get(ym);
      return kwh === undefined ? [] : [{ ym, kwh: decimalText(kwh) }];
    }),
  };
}

/** What takes the rest; without a residual mix that counts kWh, why the average of the grid does. */
function mixOfPlan(mix: ResidualMix): Pick<RunPlan, "residual_mix" | "residual_mix_missing"> {
  if (mix.kind === "missing") {
    return { residual_mix: null, residual_mix_missing: { code: mix.code, detail: mix.because } };
  }
  if (mix.factor.unit === "kWh") return { residual_mix: freezeFactor(mix.factor), residual_mix_missing: null };
  const detail = `the residual mix is per ${mix.factor.unit}`;
  return { residual_mix: null, residual_mix_missing: { code: "not_imported", detail } };
}
