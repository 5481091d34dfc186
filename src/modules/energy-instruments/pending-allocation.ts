import type { TenantTransaction } from "../../core/context.ts";
import { holdsMonth } from "../../core/financial-year.ts";
import { type Decimal, decimal, decimalText, OUTPUT_DECIMALS } from "../../core/quantity.ts";
import {
  type NewEntry,
  type PendingAllocation,
  replacePendingAllocation,
  ZERO_DEPARTMENT_ID,
} from "../emissions/index.ts";
import { closedYears } from "../financial-years/index.ts";
import { allocatedMonth } from "./allocate-month.ts";
import { entriesOfMonth } from "./allocation-effect.ts";
import { plannedKwh, servedMonths } from "./allocation-plan.ts";
import { notAllocatable } from "./instrument-standing.ts";
import { usedByOthers } from "./plan-run.ts";
import type { RunPlan } from "./run-plan.ts";
import { type InstrumentRow, selectInstrument } from "./store.ts";
import { type RunInForce, selectPlansInForce } from "./store-runs.ts";

/**
 * Notes what a changed instrument would change in closed years, market-based, of each allocation in force that uses it: what these
 * allocated of it stays booked until they are made anew, and stands beside the totals meanwhile. In open years nothing is noted. The
 * audit chain is locked; reads the electricity of the closed months.
 */
export async function notePendingAllocations(tx: TenantTransaction, instrument_id: string): Promise<void> {
  const closed = await closedYears(tx);
  if (closed.length === 0) return;
  const inForce = await selectPlansInForce(tx);
  for (const run of inForce) {
    if (!run.plan.instruments.some(({ id }) => id === instrument_id)) continue;
    const registered = await planAsRegistered(tx, run, usedByOthers(inForce, run));
    const figures: PendingAllocation[] = [];
    for (const { ym } of run.plan.months) {
      if (!closed.some((year) => holdsMonth(year, ym)) || isSameMonth(run.plan, registered, ym)) continue;
      figures.push(...pendingFigures(await entriesOfMonth(tx, run.market, ym), registered, ym));
    }
    await replacePendingAllocation(tx, { market: run.market, year: run.year, run_id: run.id }, figures);
  }
}

/** The plan of a run as the register has its instruments now: what cannot be allocated any more is left out, what holds less is less. */
async function planAsRegistered(
  tx: TenantTransaction,
  { plan }: RunInForce,
  used: ReadonlyMap<string, Decimal>,
): Promise<RunPlan> {
  const rows: InstrumentRow[] = [];
  for (const { id } of plan.instruments) {
    const row = await selectInstrument(tx, id);
    if (row !== undefined && notAllocatable(row.facts, row.is_withdrawn).length === 0) rows.push(row);
  }
  const parts = rows.flatMap((row) => {
    const left = decimal(row.facts.mwh)
      .times(1000)
      .minus(used.get(row.id) ?? 0);
    const { from_ym, to_ym } = servedMonths(row);
    const own = plan.parts.filter(({ instrument_id, ym }) => instrument_id === row.id && from_ym <= ym && ym <= to_ym);
    const planned = plannedKwh(own, () => true);
    if (planned.lte(left)) return own;
    // Less in each month in proportion, and never more than there is.
    const share = (kwh: string): Decimal => decimal(kwh).times(left).div(planned).round(OUTPUT_DECIMALS, 0);
    return left.lte(0) ? [] : own.map((part) => ({ ...part, kwh: decimalText(share(part.kwh)) }));
  });
  const instruments = plan.instruments.map((instrument) => {
    const row = rows.find(({ id }) => id === instrument.id);
    if (row === undefined) return instrument;
    const { technology, kg_co2e_per_kwh, name } = row.facts;
    return { ...instrument, version: row.version, name, technology, kg_co2e_per_kwh };
  });
  return { ...plan, parts, instruments };
}

/** Whether a month gets as many kWh with the same emission rate of each instrument. */
function isSameMonth(before: RunPlan, after: RunPlan, ym: number): boolean {
  const told = ({ parts, instruments }: RunPlan): string =>
    parts
      .filter((part) => part.ym === ym)
      .map(({ instrument_id, kwh }) => {
        const rate = instruments.find(({ id }) => id === instrument_id)?.kg_co2e_per_kwh;
        return `${instrument_id} ${decimalText(decimal(kwh))} ${decimalText(decimal(rate ?? 0))}`;
      })
      .toSorted()
      .join();
  return told(before) === told(after);
}

/** What a month would change by department; nothing: no row. Pure. */
function pendingFigures(entries: readonly NewEntry[], plan: RunPlan, ym: number): PendingAllocation[] {
  const lines = new Map(allocatedMonth(entries, plan, ym).map((line) => [line.entry_id, line.market_based_kg]));
  const sums = new Map<string, Sums>();
  for (const { id, department_id, market_based_kg, location_based_kg } of entries) {
    const department = department_id ?? ZERO_DEPARTMENT_ID;
    const { before, after, location } = sums.get(department) ?? NOTHING;
    sums.set(department, {
      before: before.plus(market_based_kg),
      after: after.plus(lines.get(id) ?? market_based_kg),
      location: location.plus(location_based_kg),
    });
  }
  return [...sums].flatMap(([department_id, { before, after, location }]) =>
    before.eq(after)
      ? []
      : {
          ym,
          department_id,
          market_based_before_kg: decimalText(before),
          market_based_after_kg: decimalText(after),
          location_based_kg: decimalText(location),
        },
  );
}

interface Sums {
  readonly before: Decimal;
  readonly after: Decimal;
  readonly location: Decimal;
}

const NOTHING: Sums = { before: decimal(0), after: decimal(0), location: decimal(0) };
