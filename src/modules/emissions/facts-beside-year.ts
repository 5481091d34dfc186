import type { TenantQueries } from "../../core/context.ts";
import { resolvePeriod } from "../../core/period.ts";
import type { CompletenessFacts } from "./completeness.ts";
import { periodParts } from "./period-parts.ts";
import { selectSumsByScope } from "./store-sums.ts";
import { factsOf, scope2ReservationsOf, type TotalFacts } from "./total-facts.ts";

/**
 * What a report tells beside the figures of a year; the same that get_emissions_summary tells of its days. kg CO2e. What may be absent
 * is so in what was frozen before it was told.
 */
export interface FactsBesideYear
  extends
    Pick<CompletenessFacts, "waiting" | "pending_restatement_kg">,
    Pick<TotalFacts, "basis">,
    Partial<
      Pick<
        TotalFacts,
        | "spend_region_substituted_kg"
        | "factor_year_distant_kg"
        | "is_complete"
        | "data_from"
        | "data_to"
        | "unknown"
        | "pending_restatement_count"
      >
    > {
  readonly market_based_fallback_kg: number;
  readonly life_cycle_kg: number;
}

/** What the sums of a year rest on and what is not in them, whatever the day is; ISO dates, both included. */
export async function factsBesideYear(
  db: TenantQueries,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<FactsBesideYear> {
  const period = resolvePeriod({ from, to });
  const { coverage, rows } = await selectSumsByScope(db, {
    parts: periodParts(period),
    today: to,
    department_id: null,
  });
  const facts = factsOf(coverage, rows, { period, today: to, scope: null });
  const { waiting, pending_restatement_kg, pending_restatement_count, basis } = facts;
  const { spend_region_substituted_kg, factor_year_distant_kg } = facts;
  const { is_complete, data_from, data_to, unknown } = facts;
  return {
    waiting,
    pending_restatement_kg,
    pending_restatement_count,
    basis,
    ...scope2ReservationsOf(rows),
    spend_region_substituted_kg,
    factor_year_distant_kg,
    is_complete,
    data_from,
    data_to,
    unknown,
  };
}
