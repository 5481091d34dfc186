import { sharesOf } from "../../core/percent-shares.ts";
import { type Decimal, decimal, decimalSum, decimalText, OUTPUT_DECIMALS } from "../../core/quantity.ts";
import { entryKwh, type MarketPart, type NewEntry } from "../emissions/index.ts";
import type { InstrumentOfPlan, RunPlan } from "./run-plan.ts";

/** What an allocation makes of one entry; decimals are text. */
export interface AllocatedLine {
  readonly entry_id: string;
  readonly parts: readonly MarketPart[];
  readonly market_based_kg: string;
  /** What of it rests on the average of the grid. */
  readonly fallback_kg: string;
}

/**
 * Divides the instruments of a month over its entries, pro rata by kWh with 6 decimals (what rounding leaves goes to the largest
 * remainders); the rest takes the residual mix, else the factor of the entry's own grid. Parts of kWh and kg add up exactly. What
 * an allocation would leave as it is has no line. Pure.
 */
export function allocatedMonth(entries: readonly NewEntry[], plan: RunPlan, ym: number): AllocatedLine[] {
  const kwh = entries.map(entryKwh);
  const shares = plan.parts
    .filter((part) => part.ym === ym)
    .map((part) => ({
      instrument: instrumentOf(plan, part.instrument_id),
      kwh: sharesOf(decimal(part.kwh), kwh, OUTPUT_DECIMALS),
    }));
  return entries.flatMap((entry, index) => {
    const own = shares.flatMap(({ instrument, kwh: ofEntries }) => {
      const share = ofEntries[index];
      return share === undefined || share.eq(0) ? [] : [instrumentPart(instrument, share)];
    });
    const rest = (kwh[index] ?? decimal(0)).minus(decimalSum(own.map((part) => part.kwh)));
    const parts = rest.eq(0) && own.length > 0 ? own : [...own, restPart(entry, rest, plan)];
    const fallback = parts.filter(({ kind }) => kind === "grid").map(({ kg_co2e }) => kg_co2e);
    const line = {
      entry_id: entry.id,
      parts,
      market_based_kg: decimalText(decimalSum(parts.map(({ kg_co2e }) => kg_co2e))),
      fallback_kg: decimalText(decimalSum(fallback)),
    };
    return own.length === 0 && isTold(entry, line) ? [] : [line];
  });
}

/** Whether an entry without instruments says already what the line would. */
function isTold({ inputs, market_based_kg, market_based_fallback }: NewEntry, line: AllocatedLine): boolean {
  return (
    inputs["market"] === undefined &&
    inputs["allocation_pending"] === undefined &&
    decimal(market_based_kg).eq(line.market_based_kg) &&
    market_based_fallback === line.parts.some(({ kind }) => kind === "grid")
  );
}

function instrumentOf({ instruments }: RunPlan, id: string): InstrumentOfPlan {
  const found = instruments.find((instrument) => instrument.id === id);
  if (found === undefined) throw new Error(`instrument ${id} is not in the plan`);
  return found;
}

function instrumentPart(
  { id, version, kind, name, technology, kg_co2e_per_kwh }: InstrumentOfPlan,
  kwh: Decimal,
): MarketPart {
  return {
    kind: "instrument",
    instrument_id: id,
    instrument_version: version,
    instrument_kind: kind,
    technology,
    name,
    kwh: decimalText(kwh),
    kg_co2e_per_kwh,
    kg_co2e: decimalText(kwh.times(kg_co2e_per_kwh)),
    factor: null,
  };
}

function restPart(entry: NewEntry, kwh: Decimal, { residual_mix }: RunPlan): MarketPart {
  const factor = residual_mix ?? entry.factor;
  // Of the whole entry the figure is the location-based one to the digit, whatever unit its document states.
  const isWhole = residual_mix === null && kwh.eq(entryKwh(entry));
  return {
    kind: residual_mix === null ? "grid" : "residual_mix",
    instrument_id: null,
    instrument_version: null,
    instrument_kind: null,
    technology: null,
    name: factor.name_en,
    kwh: decimalText(kwh),
    kg_co2e_per_kwh: factor.value,
    kg_co2e: isWhole ? entry.location_based_kg : decimalText(kwh.times(factor.value)),
    factor,
  };
}
