import type { TenantQueries } from "../../core/context.ts";
import { decimalSum, decimalText } from "../../core/quantity.ts";
import { statementFamily } from "../../core/statement.ts";
import { periodParts } from "./period-parts.ts";
import { type LedgerRowFilter, matching, matchingValues } from "./store-ledger-rows.ts";
import { isClosing } from "./store-rollups.ts";
import { type EmissionSums, listedEntries, selectSumsByScope } from "./store-sums.ts";

/** Sums of the entries that a filter leaves; decimal text. */
export interface LedgerSums {
  readonly entry_count: number;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
  /** |market_based_kg|, alone and times the score of each entry. */
  readonly weight_kg: string;
  readonly quality_weighted_kg: string;
}

const LEDGER_SUMS = statementFamily(
  ({ of_splits }: { readonly of_splits: boolean }) => `
    select count(*)::int as entry_count, coalesce(sum(e.market_based_kg), 0) as market_based_kg,
      coalesce(sum(e.location_based_kg), 0) as location_based_kg, coalesce(sum(abs(e.market_based_kg)), 0) as weight_kg,
      coalesce(sum(abs(e.market_based_kg) * e.data_quality_score), 0) as quality_weighted_kg
    from emission_entries e
    where ${matching({ of_splits, walks_kg: false })}
      and not exists (select from emission_entries c
        where c.tenant_id = $1 and c.environment = $2 and c.id = e.id and ${isClosing("c")})
      and not exists (select from emission_entries s
        where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)
    order by entry_count limit 1`,
);

/**
 * What the entries that selectLedgerRows lists over all its pages add up to. Of a period, a scope and a department alone the sums are kept;
 * what filters otherwise is read entry by entry. `today` (ISO date) is the day that coverage ends with.
 */
export async function selectLedgerSums(db: TenantQueries, filter: LedgerRowFilter, today: string): Promise<LedgerSums> {
  const { from, to, scope, category_key, calculation_method, data_quality_score, department_id, split_ids } = filter;
  if ([category_key, calculation_method, data_quality_score, split_ids].every((value) => value === null)) {
    const asked = { parts: periodParts({ from, to }), today, department_id };
    const { rows } = await selectSumsByScope(db, asked);
    return added(rows.filter((row) => scope === null || row.scope === scope));
  }
  const [sums] = await db.rows<LedgerSums>(
    LEDGER_SUMS({ of_splits: filter.split_ids !== null }),
    matchingValues(filter),
  );
  if (sums === undefined) throw new Error("a sum has a row");
  return sums;
}

function added(rows: readonly EmissionSums[]): LedgerSums {
  const sum = (column: Exclude<keyof LedgerSums, "entry_count">): string =>
    decimalText(decimalSum(rows.map((row) => row[column])));
  return {
    entry_count: listedEntries(rows),
    market_based_kg: sum("market_based_kg"),
    location_based_kg: sum("location_based_kg"),
    weight_kg: sum("weight_kg"),
    quality_weighted_kg: sum("quality_weighted_kg"),
  };
}
