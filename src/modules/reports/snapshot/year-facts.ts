import type { TenantTransaction } from "../../../core/context.ts";
import type { FinancialYear } from "../../../core/financial-year.ts";
import { countPendingReview } from "../../activities/index.ts";
import {
  type CategoryFacts,
  countMonthsWithData,
  type MarketPartFacts,
  type HeatAllocationFacts,
  type MeasuredFacts,
  type MonthFacts,
  type ScopeFacts,
  selectCategories,
  selectEntryKinds,
  selectFactorCopies,
  selectMarketParts,
  selectHeatAllocations,
  selectMeasured,
  selectMonths,
  selectScopeSums,
  selectYears,
  type YearScopeFacts,
} from "../../emissions/index.ts";
import { factorSums, fallbackSum, inOrder, methodSums } from "./entry-kinds.ts";
import type { FactorFacts, MethodFacts } from "./ledger-facts.ts";

export interface YearFacts {
  readonly scopes: readonly ScopeFacts[];
  readonly methods: readonly MethodFacts[];
  readonly factors: readonly FactorFacts[];
  readonly measured: readonly MeasuredFacts[];
  readonly months: readonly MonthFacts[];
  readonly years: readonly YearScopeFacts[];
  readonly categories: readonly CategoryFacts[];
  readonly market_based_fallback_count: number;
  /** Market-based kg CO2e of the entries that used the grid average instead of a residual mix or certificate. */
  readonly market_based_fallback_kg: string;
  /** What the market-based figure of scope 2 rests on; absent: frozen before it was told. */
  readonly market_parts?: readonly MarketPartFacts[];
  /** How its district heating was allocated to months by degree days; absent: by days, or frozen before it was told. */
  readonly heat_allocations?: readonly HeatAllocationFacts[];
  readonly months_with_data: number;
  readonly pending_review_count: number;
  /** Entries that tell biogenic CO2; absent: frozen before they were counted. */
  readonly biogenic_entry_count?: number;
}

/**
 * The current figures of a financial year, and of `years` (it and those before it) in brief. Exact while the audit chain is locked: every ledger change takes it. Reads
 * the year's entries three times.
 * @throws Error when the year has more kinds of entries than can be told apart
 */
export async function selectYearFacts(
  tx: TenantTransaction,
  year: FinancialYear,
  { years, isStated }: { readonly years: readonly FinancialYear[]; readonly isStated: boolean },
): Promise<YearFacts> {
  const kinds = await selectEntryKinds(tx, year);
  const fallback = fallbackSum(kinds);
  const heat_allocations = await selectHeatAllocations(tx, year);
  return {
    scopes: await selectScopeSums(tx, year),
    methods: methodSums(kinds),
    factors: factorSums(kinds, await selectFactorCopies(tx, kinds)),
    measured: inOrder(await selectMeasured(tx, year)),
    months: await selectMonths(tx, year),
    years: await selectYears(tx, years, isStated),
    categories: await selectCategories(tx, year),
    market_based_fallback_count: fallback.entry_count,
    market_based_fallback_kg: fallback.market_based_kg,
    market_parts: await selectMarketParts(tx, year),
    ...(heat_allocations.length === 0 ? {} : { heat_allocations }),
    months_with_data: await countMonthsWithData(tx, year),
    pending_review_count: await countPendingReview(tx, year.from_ym, year.to_ym),
    biogenic_entry_count: kinds.reduce((count, kind) => count + kind.biogenic_entry_count, 0),
  };
}
