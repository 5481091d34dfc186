import type { ValidationIssue } from "../../core/errors.ts";
import { monthOfDay } from "../../core/financial-year.ts";
import { monthLabel } from "../../core/period.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import {
  type ConsideredInstrument,
  type KwhByMonth,
  monthsOfYear,
  type PlannedPart,
  plannedKwh,
  servedMonths,
} from "./allocation-plan.ts";

/** kWh of an instrument in a month (YYYY-MM) as a person decides it. */
export interface StatedPart {
  readonly instrument_id: string;
  readonly month: string;
  readonly kwh: number;
}

/** The same as a plan has it. */
export function statedParts(stated: readonly StatedPart[]): PlannedPart[] {
  return stated.map(({ instrument_id, month, kwh }) => ({
    instrument_id,
    ym: monthOfDay(month),
    kwh: decimalText(decimal(kwh)),
  }));
}

interface Known {
  readonly considered: readonly ConsideredInstrument[];
  readonly consumed: KwhByMonth;
  readonly year: number;
}

/** What of the stated parts an instrument does not hold or does not serve, and which months consumed less; pure. */
export function statedIssues(stated: readonly StatedPart[], known: Known): ValidationIssue[] {
  const parts = statedParts(stated);
  return [
    ...parts.flatMap((part, index) => partIssues(part, index, known)),
    ...repeated(parts),
    ...tooMuch(parts, known),
  ];
}

function partIssues({ instrument_id, ym }: PlannedPart, index: number, { considered, year }: Known): ValidationIssue[] {
  const path = `allocations.${index}`;
  const found = considered.find(({ row }) => row.id === instrument_id);
  if (found === undefined) {
    const message = "is none of this market and year, or was withdrawn; GET /energy-instruments lists them";
    return [{ path: `${path}.instrument_id`, code: "unknown_energy_instrument", message }];
  }
  const [reason] = found.reasons;
  if (reason !== undefined) return [{ path: `${path}.instrument_id`, code: reason.code, message: reason.detail }];
  const { from_ym, to_ym } = servedMonths(found.row);
  if (monthsOfYear(year).includes(ym) && from_ym <= ym && ym <= to_ym) return [];
  const message = `it serves ${monthLabel(from_ym)} to ${monthLabel(to_ym)}, and the allocation is of ${year}`;
  return [{ path: `${path}.month`, code: "month_not_served", message }];
}

function repeated(parts: readonly PlannedPart[]): ValidationIssue[] {
  const keys = parts.map(({ instrument_id, ym }) => `${instrument_id} ${ym}`);
  const index = keys.findIndex((key, at) => keys.indexOf(key) !== at);
  if (index === -1) return [];
  return [{ path: `allocations.${index}`, code: "repeated", message: "state each instrument once a month" }];
}

function tooMuch(parts: readonly PlannedPart[], { considered, consumed }: Known): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  for (const { row, left_kwh } of considered) {
    const kwh = plannedKwh(parts, ({ instrument_id }) => instrument_id === row.id);
    if (kwh.lte(left_kwh)) continue;
    const message = `${decimalText(kwh)} kWh of ${row.facts.name}, of which ${decimalText(left_kwh)} kWh are left`;
    issues.push({ path: "allocations", code: "more_than_held", message });
  }
  for (const ym of new Set(parts.map((part) => part.ym))) {
    const kwh = plannedKwh(parts, (part) => part.ym === ym);
    const there = consumed.get(ym) ?? decimal(0);
    if (kwh.lte(there)) continue;
    const message = `${decimalText(kwh)} kWh in ${monthLabel(ym)}, which consumed ${decimalText(there)} kWh`;
    issues.push({ path: "allocations", code: "more_than_consumed", message });
  }
  return issues;
}
