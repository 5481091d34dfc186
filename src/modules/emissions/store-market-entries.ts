import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { MarketPart } from "./market-figure.ts";
import type { MarketYear } from "./market-year.ts";
import type { NewEntry } from "./new-entries.ts";
import { NEW_ENTRY_COLUMNS } from "./store-entries.ts";
import { CURRENT } from "./store-list.ts";
import { endPendingAllocation } from "./store-pending-allocations.ts";
import { isClosing } from "./store-rollups.ts";

/** Entries of one month and market that one allocation can be about. */
export const MARKET_ENTRIES_MAX = 50_000;

/**
 * Whether an entry `e` is purchased electricity of a market ($3) that was counted in kWh by the factor of a grid: own generation,
 * electricity counted by money and emissions that were stated are none.
 */
const IS_MARKET_ELECTRICITY = `e.scope = 2 and starts_with(e.category_key, 'energy.electricity.')
    and starts_with(e.factor ->> 'key', 'electricity.') and left(e.factor ->> 'region', 2) = $3
    and e.inputs ->> 'unit' = 'kWh' and e.inputs ? 'quantity' and not (${isClosing("e")}) and ${CURRENT}`;

const OF_MONTH = statement(`
  select ${NEW_ENTRY_COLUMNS}
  from emission_entries e
  where e.tenant_id = $1 and e.environment = $2 and e.ym = $4 and ${IS_MARKET_ELECTRICITY}
  order by e.id limit ${MARKET_ENTRIES_MAX + 1}`);

const BY_MONTH = statement(`
  select e.ym, sum((e.inputs ->> 'quantity')::numeric) as kwh
  from emission_entries e
  where e.tenant_id = $1 and e.environment = $2 and e.ym between $4 and $5 and ${IS_MARKET_ELECTRICITY}
  group by e.ym order by e.ym limit 1200`);

/** Current entries of purchased electricity in a market (ISO 3166-1 alpha-2) and month, by id; one more than the most there may be. */
export async function selectMarketEntries(db: TenantQueries, market: string, ym: number): Promise<NewEntry[]> {
  return await db.rows<NewEntry>(OF_MONTH, [market, ym]);
}

/** kWh of purchased electricity in a market by month, of months that have any; decimal text. */
export async function selectMarketKwh(
  db: TenantQueries,
  market: string,
  { from_ym, to_ym }: { readonly from_ym: number; readonly to_ym: number },
): Promise<{ readonly ym: number; readonly kwh: string }[]> {
  return await db.rows<{ ym: number; kwh: string }>(BY_MONTH, [market, from_ym, to_ym]);
}

const INSTRUMENTS = statement(`
  select p.part ->> 'instrument_id' as instrument_id, (p.part ->> 'instrument_version')::int as instrument_version,
    p.part ->> 'instrument_kind' as instrument_kind, p.part ->> 'technology' as technology, p.part ->> 'name' as name,
    p.part ->> 'kg_co2e_per_kwh' as kg_co2e_per_kwh, sum((p.part ->> 'kwh')::numeric) as kwh
  from emission_entries e cross join lateral jsonb_array_elements(e.inputs -> 'market') as p (part)
  where e.tenant_id = $1 and e.environment = $2 and e.ym = $4 and ${IS_MARKET_ELECTRICITY}
    and e.inputs ->> 'allocation_run_id' = $5 and p.part ->> 'kind' = 'instrument'
  group by 1, 2, 3, 4, 5, 6 order by 1 limit 5000`);

const ALLOCATED_KWH = statement(`
  select sum((e.inputs ->> 'quantity')::numeric) as kwh
  from emission_entries e
  where e.tenant_id = $1 and e.environment = $2 and e.ym = $4 and ${IS_MARKET_ELECTRICITY}
    and e.inputs ->> 'allocation_run_id' = $5
  order by 1 limit 1`);

/** What a run has allocated to the entries of a month; decimal text. */
export interface AllocatedMonth {
  /** Of all entries that the run changed; null: of none. */
  readonly kwh: string | null;
  readonly instruments: readonly (Omit<MarketPart, "kind" | "kg_co2e" | "factor"> & { readonly kwh: string })[];
}

/** What a run has allocated to the current entries of a market and month. */
export async function selectAllocatedMonth(
  db: TenantQueries,
  { market, ym, run_id }: { readonly market: string; readonly ym: number; readonly run_id: string },
): Promise<AllocatedMonth> {
  const [all] = await db.rows<{ kwh: string | null }>(ALLOCATED_KWH, [market, ym, run_id]);
  const instruments = await db.rows<AllocatedMonth["instruments"][number]>(INSTRUMENTS, [market, ym, run_id]);
  return { kwh: all?.kwh ?? null, instruments };
}

const ALLOCATED = statement(`
  select market, year, run_id from allocated_market_years
  where tenant_id = $1 and environment = $2
  order by market, year limit 10000`);

const SET_ALLOCATED = statement(`
  insert into allocated_market_years as a (tenant_id, environment, market, year, run_id, allocated_at)
  values ($1, $2, $3, $4, $5, $6::timestamptz)
  on conflict (tenant_id, environment, market, year) do update set run_id = excluded.run_id, allocated_at = excluded.allocated_at`);

/** Whose electricity is allocated, and by which run last. */
export async function selectAllocatedYears(db: TenantQueries): Promise<(MarketYear & { readonly run_id: string })[]> {
  return await db.rows<MarketYear & { readonly run_id: string }>(ALLOCATED);
}

/** From now on electricity of the market and year that is booked says that it is not allocated. The audit chain must be locked. */
export async function setAllocated(
  tx: TenantTransaction,
  { market, year }: MarketYear,
  { run_id, at }: { readonly run_id: string; readonly at: string },
): Promise<void> {
  await endPendingAllocation(tx, { market, year });
  await tx.rows(SET_ALLOCATED, [market, year, run_id, at]);
}
