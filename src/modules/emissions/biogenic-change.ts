import { z } from "zod";

/** Members of what changes a closed year: kg of biogenic CO2, which is in no scope (GHG Protocol Corporate Standard, ch. 9). */
export const biogenicChangeShape = {
  /** Absent: the line has none, before and after. */
  biogenic_co2_before_kg: z.number().optional(),
  biogenic_co2_after_kg: z.number().optional(),
};

interface BiogenicChange {
  readonly biogenic_co2_before_kg?: number;
  readonly biogenic_co2_after_kg?: number;
}

/** These members, kg of CO2; none where there is none before and after. Pure. */
export function biogenicChange(biogenic_co2_before_kg: number, biogenic_co2_after_kg: number): BiogenicChange {
  if (biogenic_co2_before_kg === 0 && biogenic_co2_after_kg === 0) return {};
  return { biogenic_co2_before_kg, biogenic_co2_after_kg };
}
