import { z } from "zod";
import { GHG_SCOPES } from "../../core/ghg.ts";
import { decimal, roundedNumber } from "../../core/quantity.ts";
import { changePercent, reachesThreshold } from "../../core/change-percent.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import type { PendingScope } from "../emissions/index.ts";
import type { ClosedFigure } from "../financial-years/index.ts";

const kg = z.union([z.number(), z.null()]);

/** kg CO2e; null: nothing was counted there, or nothing is known of what was reported. */
const restatedScope = z.object({
  scope: z.enum(GHG_SCOPES),
  market_based_reported_kg: kg,
  market_based_restated_kg: kg,
  location_based_reported_kg: kg,
  location_based_restated_kg: kg,
  /** Change in percent of what was reported, market-based; null: that was nothing, or 0, or is not known. */
  change_pct: kg,
  /** What waits to be restated. */
  market_based_pending_kg: z.number(),
  location_based_pending_kg: z.number(),
  is_above_threshold: z.boolean(),
});

/** A financial year as it was reported and as the ledger has it now. */
export const restatedFigures = z.object({
  report_year: z.int(),
  from: z.string(),
  to: z.string(),
  /** ISO date; null: the year was never closed, or by a release that kept no figures. */
  reported_on: z.union([z.string(), z.null()]),
  /** The attested report; null: an administrator closed the year. */
  report_id: z.union([z.uuid(), z.null()]),
  restatement_threshold_percent: z.number(),
  scopes: z.array(restatedScope),
});
SCHEMA_NAMES.add(restatedFigures, { name: "RestatedFigures" });

interface Figures {
  /** Null: not known. */
  readonly reported: readonly ClosedFigure[] | null;
  readonly restated: readonly ClosedFigure[];
  readonly pending: readonly PendingScope[];
}

/** Each scope as reported and as restated; pure. */
export function restatedScopes(
  { reported, restated, pending }: Figures,
  threshold_percent: number,
): z.input<typeof restatedScope>[] {
  return GHG_SCOPES.map((scope) => {
    const of = <Row extends { readonly scope: number }>(rows: readonly Row[]) =>
      rows.find((row) => String(row.scope) === scope);
    const [was, is, waits] = [of(reported ?? []), of(restated), of(pending)];
    const change_pct =
      reported === null ? null : changePercent(was?.market_based_kg ?? null, is?.market_based_kg ?? "0");
    const market_based_pending_kg = pendingKg(waits, "market_based");
    return {
      scope,
      market_based_reported_kg: numberOf(was?.market_based_kg),
      market_based_restated_kg: numberOf(is?.market_based_kg),
      location_based_reported_kg: numberOf(was?.location_based_kg),
      location_based_restated_kg: numberOf(is?.location_based_kg),
      change_pct,
      market_based_pending_kg,
      location_based_pending_kg: pendingKg(waits, "location_based"),
      is_above_threshold:
        reachesThreshold(change_pct, threshold_percent) ||
        reachesThreshold(
          changePercent(is?.market_based_kg ?? null, plus(is?.market_based_kg, market_based_pending_kg)),
          threshold_percent,
        ),
    };
  });
}

function plus(kg_text: string | undefined, added_kg: number): string {
  return decimal(kg_text ?? "0")
    .plus(added_kg)
    .toFixed();
}

function pendingKg(row: PendingScope | undefined, method: "market_based" | "location_based"): number {
  if (row === undefined) return 0;
  return roundedNumber(decimal(row[`${method}_after_kg`]).minus(row[`${method}_before_kg`]));
}

function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : roundedNumber(text);
}

export const EXAMPLE_RESTATED_FIGURES: z.output<typeof restatedFigures> = {
  report_year: 2015,
  from: "2015-01-01",
  to: "2015-12-31",
  reported_on: "2016-03-01",
  report_id: null,
  restatement_threshold_percent: 5,
  scopes: [
    {
      scope: "2",
      market_based_reported_kg: 1704.3615,
      market_based_restated_kg: 1604.3615,
      location_based_reported_kg: 804.2,
      location_based_restated_kg: 757,
      change_pct: -5.867394,
      market_based_pending_kg: 0,
      location_based_pending_kg: 0,
      is_above_threshold: true,
    },
  ],
};
