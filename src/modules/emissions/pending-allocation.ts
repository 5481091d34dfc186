import type { TenantQueries } from "../../core/context.ts";
import { monthOfDay } from "../../core/financial-year.ts";
import { decimal, decimalSum, decimalText, OUTPUT_DECIMALS } from "../../core/quantity.ts";
import type { FrozenFactor } from "./calculation.ts";
import { entryKwh, figureOfParts, type MarketPart } from "./market-figure.ts";
import type { NewEntry } from "./new-entries.ts";
import { type AllocatedMonth, selectAllocatedMonth, selectAllocatedYears } from "./store-market-entries.ts";

/**
 * Marks electricity of markets and years that were allocated before it came: what was bought beside it is not allocated to it
 * until the allocation is previewed and applied anew. What takes back kWh takes the instruments of its month with it, in proportion:
 * electricity that counts nothing is not taken off as if it had counted by the grid.
 */
export async function markPending(db: TenantQueries, entries: readonly NewEntry[]): Promise<readonly NewEntry[]> {
  if (!entries.some(isMarketElectricity)) return entries;
  const allocated = new Map<string, string>();
  for (const { market, year, run_id } of await selectAllocatedYears(db)) allocated.set(`${market} ${year}`, run_id);
  if (allocated.size === 0) return entries;
  const marked: NewEntry[] = [];
  const months = new Map<string, AllocatedMonth>();
  for (const entry of entries) {
    const { market, ym } = placeOf(entry);
    const run_id = isMarketElectricity(entry) ? allocated.get(`${market} ${Math.floor(ym / 12)}`) : undefined;
    // What an earlier run allocated comes back when a change is taken back.
    if (run_id === undefined || entry.inputs["allocation_run_id"] === run_id) {
      marked.push(entry);
      continue;
    }
    const pending = { ...entry, inputs: { ...entry.inputs, allocation_pending: true } };
    if (!entryKwh(entry).lt(0)) {
      marked.push(pending);
      continue;
    }
    // Nothing is written meanwhile: what a month was allocated is asked once, however many lines take back.
    const key = `${market} ${ym}`;
    const month = months.get(key) ?? (await selectAllocatedMonth(db, { market, ym, run_id }));
    months.set(key, month);
    marked.push(withSharesTakenBack(pending, month));
  }
  return marked;
}

function placeOf({ factor, transaction_date }: NewEntry): { readonly market: string; readonly ym: number } {
  return { market: factor.region.slice(0, 2), ym: monthOfDay(transaction_date) };
}

/** The entry with its share of each instrument of the month, and the rest as it was calculated. */
function withSharesTakenBack(entry: NewEntry, { kwh: all, instruments }: AllocatedMonth): NewEntry {
  if (all === null || !decimal(all).gt(0) || instruments.length === 0) return entry;
  const taken = entryKwh(entry);
  const own = instruments.map((instrument): MarketPart => {
    const kwh = taken.times(instrument.kwh).div(all).round(OUTPUT_DECIMALS);
    const kg_co2e = decimalText(kwh.times(instrument.kg_co2e_per_kwh));
    return { ...instrument, kind: "instrument", kwh: decimalText(kwh), kg_co2e, factor: null };
  });
  const rest = taken.minus(decimalSum(own.map(({ kwh }) => kwh)));
  const parts = rest.eq(0) ? own : [...own, restPart(entry, decimalText(rest))];
  const market_based_kg = decimalText(decimalSum(parts.map(({ kg_co2e }) => kg_co2e)));
  const fallback = parts.filter(({ kind }) => kind === "grid").map(({ kg_co2e }) => kg_co2e);
  return {
    ...entry,
    ...figureOfParts(entry, parts, market_based_kg),
    inputs: {
      ...entry.inputs,
      market: parts,
      market_based_fallback_kg: decimalText(decimalSum(fallback)),
    },
  };
}

function restPart({ factor: grid, inputs, market_based_fallback }: NewEntry, kwh: string): MarketPart {
  const mix = inputs["market_based_factor"] as FrozenFactor | undefined;
  const isMix = !market_based_fallback && mix !== undefined;
  const factor = isMix ? mix : grid;
  return {
    kind: isMix ? "residual_mix" : "grid",
    instrument_id: null,
    instrument_version: null,
    instrument_kind: null,
    technology: null,
    name: factor.name_en,
    kwh,
    kg_co2e_per_kwh: factor.value,
    kg_co2e: decimalText(decimal(kwh).times(factor.value)),
    factor,
  };
}

function isMarketElectricity({ scope, category_key, factor, inputs }: NewEntry): boolean {
  return (
    scope === 2 &&
    category_key.startsWith("energy.electricity.") &&
    factor.key.startsWith("electricity.") &&
    inputs["unit"] === "kWh"
  );
}
