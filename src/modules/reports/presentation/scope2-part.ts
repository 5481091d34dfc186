import { z } from "zod";

const numberOrNull = z.union([z.number(), z.null()]);

/** What of scope 2 rests on one instrument, one residual mix, the average of one grid, or on anything else. */
export const scope2Part = z.object({
  kind: z.enum(["instrument", "residual_mix", "grid", "other"]),
  /** guarantee_of_origin, contract or supplier_product. */
  instrument_kind: z.union([z.string(), z.null()]),
  instrument_id: z.union([z.string(), z.null()]),
  technology: z.union([z.string(), z.null()]),
  /** Of the instrument or the factor; null: of several. */
  name: z.union([z.string(), z.null()]),
  /** Null: some of it has no quantity in kWh. */
  mwh: numberOrNull,
  /** tCO2e, of the same energy by both methods. */
  market_based: z.number(),
  location_based: z.number(),
  /** Of location-based scope 2, percent; null: that is not above zero. */
  share_pct: numberOrNull,
  entry_count: z.int(),
});
