import { z } from "zod";
import { dayInput } from "../../core/moment.ts";
import { FIGURE_MAX, figureBetween, positiveFigure } from "../../core/stated-figure.ts";
import { attributesInput, emissionFactorInput, statedEmissionsInput } from "../emissions/index.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { lineInput } from "../../core/visible-text.ts";
import { TAX_TREATMENTS } from "./stated-facts.ts";

const CLEARED_FACTS = [
  "quantity",
  "service_period",
  "company_factor",
  "supply",
  "attributes",
  "emission_factor",
  "emissions",
] as const;

const figure = figureBetween(-FIGURE_MAX, FIGURE_MAX);

/** How a request states facts. Shared by corrections and decisions. */
export const factsInput = z.strictObject({
  quantity: figure.describe("Physical quantity in unit; a credit is negative").optional(),
  unit: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .describe("Unit of quantity or of unit_price, e.g. l, kWh, Nm3, km, kg; needed with it")
    .optional(),
  unit_price: positiveFigure(FIGURE_MAX)
    .describe(
      "What one unit costs without VAT, in the currency of the amount: the amount makes the quantity, e.g. of an advance",
    )
    .optional(),
  amount: figure.describe("Money in currency; a credit is negative").optional(),
  currency: z
    .string()
    .max(3)
    .regex(/^[A-Z]{3}$/, "must be a currency code of three capital letters")
    .describe("Of amount; default the currency that the line has")
    .optional(),
  tax_treatment: z.enum(TAX_TREATMENTS).describe("Whether amount includes VAT, default excl_vat").optional(),
  transaction_date: dayInput.describe("Date of the document or purchase, YYYY-MM-DD").optional(),
  service_period_start: dayInput.describe("First day on which it was used, YYYY-MM-DD; needs the end").optional(),
  service_period_end: dayInput.describe("Last day on which it was used, YYYY-MM-DD").optional(),
  supplier_name: lineInput(200).describe("Who sold it").optional(),
  supplier_identifier: lineInput(50).describe("CVR or VAT number of supplier_name").optional(),
  supply_id: z
    .uuid()
    .describe("Metered supply that it is about, from GET /supplies: its bills settle it, or are settled by it")
    .optional(),
  company_factor_id: z
    .uuid()
    .describe("Factor of the company that counts it, from GET /company-factors; of its category")
    .optional(),
  attributes: attributesInput
    .describe("What it is about beyond its category, all of it: what is not named is read from its words")
    .optional(),
  emission_factor_key: emissionFactorInput.optional(),
  emissions: statedEmissionsInput
    .describe("What it emitted as somebody else worked it out, in a category that no quantity is counted in")
    .optional(),
  clear: z
    .array(z.enum(CLEARED_FACTS))
    .min(1)
    .max(CLEARED_FACTS.length)
    .describe(
      "Facts that the document states wrongly while nobody knows the right ones: they no longer count. company_factor: none of the company's own factors counts it; supply: it is about none; emission_factor: the usual choice, whatever was chosen for earlier lines like it",
    )
    .optional(),
});

SCHEMA_NAMES.add(factsInput, { name: "StatedFacts" });

export type FactsInput = z.infer<typeof factsInput>;

/** What stated facts are checked against. */
export interface FactsContext {
  /** Currency that the line has now; null: none. */
  readonly currency: string | null;
  /** Whether the line has an amount now. */
  readonly has_amount: boolean;
  readonly now: Date;
}

/** What the facts about a line are checked against. */
export function factsContext(
  { currency, amount }: { readonly currency: string | null; readonly amount: string | null },
  now: Date,
): FactsContext {
  return { currency, has_amount: amount !== null, now };
}
