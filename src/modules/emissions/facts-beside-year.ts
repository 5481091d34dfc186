import type { TenantQueries } from "../../core/context.ts";
import { resolvePeriod } from "../../core/period.ts";
import type { CompletenessFacts } from "./completeness.ts";
import { periodParts } from "./period-parts.ts";
import { selectSumsByScope } from "./store-sums.ts";
import { factsOf, scope2ReservationsOf, type TotalFacts } from "./total-facts.ts";

/** What a report tells beside the figures of a year; the same that get_emissions_summary tells of its days. kg CO2e. */
export interface FactsBesideYear
  extends Pick<CompletenessFacts, "waiting" | "pending_restatement_kg">, Pick<TotalFacts, "basis"> {
  readonly market_based_fallback_kg: number;
  readonly life_cycle_kg: number;
  /** Market-based, of money times a factor of another country than the seller's. Absent: frozen before it was told. */
  readonly spend_region_substituted_kg?: number;
  /** Whether nothing of the year is unknown, waits or is contradicted, and from when to when there are data. Absent: frozen before it was told. */
  readonly reach?: Pick<TotalFacts, "is_complete" | "data_from" | "data_to">;
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
  const { waiting, pending_restatement_kg, basis, spend_region_substituted_kg, is_complete, data_from, data_to } =
    facts;
  const reach = { is_complete, data_from, data_to };
  return { waiting, pending_restatement_kg, basis, ...scope2ReservationsOf(rows), spend_region_substituted_kg, reach };
}
