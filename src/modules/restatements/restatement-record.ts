import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { roundedNumber } from "../../core/quantity.ts";
import { GHG_SCOPES } from "../../core/ghg.ts";
import { biogenicChange, biogenicChangeShape, type PendingScope, RESTATEMENT_CAUSES } from "../emissions/index.ts";

/** An energy instrument: one that is allocated in the year was corrected or withdrawn since, and the allocation is to be made anew. A correction: somebody decided about a line while the year was closed. A record: somebody recorded an activity of the year while it was closed. A decision: somebody corrected, accepted or left out a line in restating the year. */
const CAUSES = [...RESTATEMENT_CAUSES, "decision", "energy_instrument"] as const;
export type RestatementCauseTold = (typeof CAUSES)[number];

/** A scope of a closed year before and after, of one line; kg CO2e, and kg of biogenic CO2. */
export const scopeChange = z.object({
  scope: z.enum(GHG_SCOPES),
  market_based_before_kg: z.number(),
  market_based_after_kg: z.number(),
  location_based_before_kg: z.number(),
  location_based_after_kg: z.number(),
  ...biogenicChangeShape,
});

/** What a line would change in a closed year, or has changed there; what is null says that it is not restated yet. */
export const restatementRecord = z.object({
  /** Of a line that waits its current reading, which a later one replaces; of cause energy_instrument the allocation. */
  id: z.uuid(),
  state: z.enum(["pending", "restated"]),
  /** Null: of cause energy_instrument, which changes all electricity of the year. */
  activity_id: z.union([z.uuid(), z.null()]),
  /** The allocation that is to be made anew, of cause energy_instrument; else null. */
  energy_allocation_id: z.union([z.uuid(), z.null()]),
  cause: z.enum(CAUSES),
  scopes: z.array(scopeChange),
  /** Who changed or recorded the line last, and why, in state pending and of cause correction or record; else null. */
  correction: z.union([
    z.object({
      /** Name of its event in the audit log. */
      action: z.string(),
      reason: z.union([z.string(), z.null()]),
      corrected_by: z.string(),
      corrected_by_name: z.union([z.string(), z.null()]),
      corrected_at: z.iso.datetime(),
    }),
    z.null(),
  ]),
  reason: z.union([z.string(), z.null()]),
  restated_by: z.union([z.string(), z.null()]),
  restated_by_name: z.union([z.string(), z.null()]),
  restated_at: z.union([z.iso.datetime(), z.null()]),
});
SCHEMA_NAMES.add(restatementRecord, { name: "Restatement" });

/** Scopes as clients see them. */
export function toScopeChanges(scopes: readonly PendingScope[]): z.input<typeof scopeChange>[] {
  return GHG_SCOPES.flatMap((name) =>
    scopes
      .filter(({ scope }) => String(scope) === name)
      .map((row) => ({
        scope: name,
        market_based_before_kg: roundedNumber(row.market_based_before_kg),
        market_based_after_kg: roundedNumber(row.market_based_after_kg),
        location_based_before_kg: roundedNumber(row.location_based_before_kg),
        location_based_after_kg: roundedNumber(row.location_based_after_kg),
        ...biogenicChange(
          roundedNumber(row.biogenic_co2_before_kg ?? "0"),
          roundedNumber(row.biogenic_co2_after_kg ?? "0"),
        ),
      })),
  );
}

export const EXAMPLE_RESTATEMENT: z.output<typeof restatementRecord> = {
  id: "0198c0de-0000-7000-8000-000000000071",
  state: "pending",
  activity_id: "0198c0de-0000-7000-8000-000000000072",
  energy_allocation_id: null,
  cause: "document",
  scopes: [
    {
      scope: "2",
      market_based_before_kg: 0,
      market_based_after_kg: 150,
      location_based_before_kg: 0,
      location_based_after_kg: 120,
    },
  ],
  correction: null,
  reason: null,
  restated_by: null,
  restated_by_name: null,
  restated_at: null,
};
