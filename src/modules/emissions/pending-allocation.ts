import type { TenantQueries } from "../../core/context.ts";
import type { NewEntry } from "./new-entries.ts";
import { selectAllocatedYears } from "./store-market-entries.ts";

/**
 * Marks electricity of markets and years that were allocated before it came: what was bought beside it is not allocated to it
 * until the allocation is previewed and applied anew.
 */
export async function markPending(db: TenantQueries, entries: readonly NewEntry[]): Promise<readonly NewEntry[]> {
  if (!entries.some(isMarketElectricity)) return entries;
  const allocated = new Map<string, string>();
  for (const { market, year, run_id } of await selectAllocatedYears(db)) allocated.set(`${market} ${year}`, run_id);
  if (allocated.size === 0) return entries;
  return entries.map((entry) => {
    const place = `${entry.factor.region.slice(0, 2)} ${entry.transaction_date.slice(0, 4)}`;
    const run_id = isMarketElectricity(entry) ? allocated.get(place) : undefined;
    // What an earlier run allocated comes back when a change is taken back.
    if (run_id === undefined || entry.inputs["allocation_run_id"] === run_id) return entry;
    return { ...entry, inputs: { ...entry.inputs, allocation_pending: true } };
  });
}

function isMarketElectricity({ scope, category_key, factor, inputs }: NewEntry): boolean {
  return (
    scope === 2 &&
    category_key.startsWith("energy.electricity.") &&
    factor.key.startsWith("electricity.") &&
    inputs["unit"] === "kWh"
  );
}
