import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { monthOfDay } from "../../core/financial-year.ts";
import { statement, statementFamily } from "../../core/statement.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { MarketYear } from "./market-year.ts";
import type { PendingScope } from "./store-pending-restatements.ts";

/** What allocating a country and calendar year anew would change in a month of a closed year; kg CO2e as decimal text. */
export interface PendingAllocation {
  /** See monthNumber. */
  readonly ym: number;
  readonly department_id: string;
  readonly market_based_before_kg: string;
  readonly market_based_after_kg: string;
  /** An allocation leaves it as it is. */
  readonly location_based_kg: string;
}

const END = statement(`
  delete from pending_allocations where tenant_id = $1 and environment = $2 and market = $3 and year = $4`);

const ADD = statement(`
  insert into pending_allocations (tenant_id, environment, market, year, run_id, ym, department_id, market_based_before_kg,
    market_based_after_kg, location_based_kg)
  select $1::uuid, $2::text, $3::text, $4::int, $5::uuid, ym, department_id, market_based_before_kg, market_based_after_kg,
    location_based_kg
  from json_to_recordset($6::json) as figure (ym int, department_id uuid, market_based_before_kg numeric,
    market_based_after_kg numeric, location_based_kg numeric)`);

/** Nothing waits of a country and year any more: it is allocated anew. */
export async function endPendingAllocation(tx: TenantTransaction, { market, year }: MarketYear): Promise<void> {
  await tx.rows(END, [market, year]);
}

/** Notes what allocating a country and year anew would change in closed years, in place of what was noted. The chain is locked. */
export async function replacePendingAllocation(
  tx: TenantTransaction,
  of: MarketYear & { readonly run_id: string },
  figures: readonly PendingAllocation[],
): Promise<void> {
  await endPendingAllocation(tx, of);
  if (figures.length > 0) await tx.rows(ADD, [of.market, of.year, of.run_id, JSON.stringify(figures)]);
}

/** An allocation in force that would change a closed year if it were made anew. */
export interface PendingAllocationOfYear {
  /** Of the allocation, by which lists go on: ids are in order of time. */
  readonly id: string;
  readonly scopes: readonly PendingScope[];
}

const OF_YEAR = statementFamily(
  ({ after, one }: { readonly after: boolean; readonly one: boolean }) => `
  select run_id as id, jsonb_build_array(jsonb_build_object('scope', 2,
      'market_based_before_kg', sum(market_based_before_kg)::text, 'market_based_after_kg', sum(market_based_after_kg)::text,
      'location_based_before_kg', sum(location_based_kg)::text, 'location_based_after_kg', sum(location_based_kg)::text)) as scopes
  from pending_allocations
  where tenant_id = $1 and environment = $2 and ym between $3 and $4
    ${after ? "and run_id < $6::uuid" : ""} ${one ? "and run_id = $6::uuid" : ""}
  group by run_id order by run_id desc limit $5::int`,
);

/** Allocations that would change a closed year, the newest first, from after the id of one. */
export async function selectPendingAllocations(
  db: TenantQueries,
  { from, to }: YearDays,
  after: string | null,
  limit: number,
): Promise<PendingAllocationOfYear[]> {
  const months = [monthOfDay(from), monthOfDay(to), limit];
  return await db.rows<PendingAllocationOfYear>(
    OF_YEAR({ after: after !== null, one: false }),
    after === null ? months : [...months, after],
  );
}

/** What making an allocation anew would change in a closed year; undefined: nothing. */
export async function selectPendingAllocation(
  db: TenantQueries,
  { from, to }: YearDays,
  run_id: string,
): Promise<PendingAllocationOfYear | undefined> {
  const values = [monthOfDay(from), monthOfDay(to), 1, run_id];
  const [allocation] = await db.rows<PendingAllocationOfYear>(OF_YEAR({ after: false, one: true }), values);
  return allocation;
}
