import type { TenantQueries } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { holdsMonth } from "../../core/financial-year.ts";
import { monthLabel } from "../../core/period.ts";
import { type Decimal, decimal, roundedNumber } from "../../core/quantity.ts";
import { MARKET_ENTRIES_MAX, type NewEntry, selectMarketEntries } from "../emissions/index.ts";
import { closedYears } from "../financial-years/index.ts";
import { allocatedMonth } from "./allocate-month.ts";
import { plannedKwh } from "./allocation-plan.ts";
import type { AllocationEffect } from "./allocation-record.ts";
import { warningsOf } from "./instrument-standing.ts";
import type { PlannedRun } from "./plan-run.ts";

/**
 * What a planned run would change, from the entries as they are. @throws ServiceError request.validation_failed for a month with more
 * entries than one run can be about
 */
export async function allocationEffect(
  db: TenantQueries,
  market: string,
  { plan, considered }: PlannedRun,
): Promise<AllocationEffect> {
  let [before, after, location]: [Decimal, Decimal, Decimal] = [decimal(0), decimal(0), decimal(0)];
  let changed_entry_count = 0;
  let pending_entry_count = 0;
  const changedMonths: number[] = [];
  for (const { ym } of plan.months) {
    const entries = await entriesOfMonth(db, market, ym);
    const lines = new Map(allocatedMonth(entries, plan, ym).map((line) => [line.entry_id, line]));
    if (lines.size > 0) changedMonths.push(ym);
    changed_entry_count += lines.size;
    for (const { id, inputs, market_based_kg, location_based_kg } of entries) {
      before = before.plus(market_based_kg);
      after = after.plus(lines.get(id)?.market_based_kg ?? market_based_kg);
      location = location.plus(location_based_kg);
      if (inputs["allocation_pending"] !== undefined) pending_entry_count += 1;
    }
  }
  const closed = (await closedYears(db)).filter((year) => changedMonths.some((ym) => holdsMonth(year, ym)));
  return {
    market_based_before_kg: roundedNumber(before),
    market_based_after_kg: roundedNumber(after),
    location_based_kg: roundedNumber(location),
    changed_entry_count,
    pending_entry_count,
    closed_period_ends: closed.map(({ to }) => to),
    instruments: considered.map(({ row, left_kwh, reasons }) => ({
      id: row.id,
      name: row.facts.name,
      left_kwh: roundedNumber(left_kwh),
      unused_kwh: roundedNumber(
        left_kwh.minus(plannedKwh(plan.parts, ({ instrument_id }) => instrument_id === row.id)),
      ),
      not_allocated_because: [...reasons],
      warnings: warningsOf(row.facts),
    })),
  };
}

/** @throws ServiceError request.validation_failed when there are more than one run can be about */
export async function entriesOfMonth(db: TenantQueries, market: string, ym: number): Promise<NewEntry[]> {
  const entries = await selectMarketEntries(db, market, ym);
  if (entries.length <= MARKET_ENTRIES_MAX) return entries;
  const message = `${monthLabel(ym)} has more than ${MARKET_ENTRIES_MAX} entries of electricity`;
  throw validationError([{ path: "year", code: "too_many_entries", message }]);
}
