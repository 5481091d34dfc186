import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { countryOption } from "./country-options.ts";

/** What a person gives to settle a line: a member of a decision, or the decision itself. */
const FIELDS = [
  "category_id",
  "quantity",
  "unit_price",
  "amount",
  "service_period",
  "transaction_date",
  "decision",
  "attributes",
  "supply_id",
  "emission_factor_key",
  "company_factor_id",
  "emissions",
] as const;

/** One way to settle a line that waits, with its words for people. */
export const reviewNeed = z.object({
  field: z.enum(FIELDS),
  /**
   * For a quantity or the price of a unit: the units in which the suggested category can be counted. For a category: those of the one to
   * choose, where the line lacks its quantity as well.
   */
  units: z.array(z.string()),
  /** For an amount, and for the price of a unit of a line whose amount has no currency: the one in which the amount is stated. */
  currency: z.string().optional(),
  /** For a period: the days that its document makes likely; absent: none are proposed. */
  proposed: z.object({ service_period_start: z.iso.date(), service_period_end: z.iso.date() }).optional(),
  /** For attributes: those in which the factors of the category differ, with the values that they have and what people call each. */
  attributes: z
    .array(
      z.object({
        name: z.string(),
        values: z.array(z.string()),
        value_names: z.array(z.object({ value: z.string(), name_da: z.string(), name_en: z.string() })),
        name_da: z.string(),
        name_en: z.string(),
      }),
    )
    .optional(),
  /** For the country of use: the likely ones, each with the category and the country to state, and what the line would count. */
  options: z.array(countryOption).optional(),
  /** For a factor that counts only where a person names it: its key; absent: none is offered. */
  emission_factor_key: z.string().optional(),
  text_da: z.string(),
  text_en: z.string(),
});
SCHEMA_NAMES.add(reviewNeed, { name: "ReviewNeed" });

export type ReviewNeed = z.infer<typeof reviewNeed>;
