import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { biogenicChangeShape } from "../emissions/index.ts";

/** What an activity would change in a closed year when that is restated, kg CO2e over all scopes, and kg of biogenic CO2 beside them. */
export const pendingRestatement = z.object({
  /** Last day of the closed year. */
  period_end: z.string(),
  market_based_before_kg: z.number(),
  market_based_after_kg: z.number(),
  location_based_before_kg: z.number(),
  location_based_after_kg: z.number(),
  ...biogenicChangeShape,
});
SCHEMA_NAMES.add(pendingRestatement, { name: "PendingRestatement" });

/** As answers have it: without the member where nothing is pending. */
export interface WithPending {
  pending_restatements?: z.infer<typeof pendingRestatement>[];
}
