import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Big } from "big.js";
import { z } from "zod";

/** A list is a product, "a/b" a quotient: what a publication states in several figures and no door of the product takes apart. */
const figure = z.union([z.string(), z.array(z.string())]);
export type Figure = z.infer<typeof figure>;

const survey = z.strictObject({
  employees: z.string(),
  answers: z.string(),
  answers_of_row: z.string(),
  days_per_week: z.string(),
  weeks: z.string(),
  distance_km: z.string().optional(),
  hours_per_day: z.string().optional(),
});

/** The printed result in the unit in which it is printed; one of them, or of a line none. */
const printed = {
  printed_kg: z.string().optional(),
  printed_t: z.string().optional(),
};
type Printed = { readonly [Unit in keyof typeof printed]?: string | undefined };

const line = z.strictObject({
  what: z.string(),
  category_id: z.string(),
  quantity: figure.optional(),
  survey: survey.optional(),
  refrigerant_kg: figure.optional(),
  own_generation_kwh: figure.optional(),
  stated_kg: figure.optional(),
  unit: z.string().optional(),
  /** Unit of the factor where it is another than that of the quantity: the product converts. */
  factor_unit: z.string().optional(),
  /** Absent: the product's own factor counts it. */
  kg_co2e_per_unit: figure.optional(),
  ...printed,
});
export type ExampleLine = z.infer<typeof line>;

const source = {
  id: z.string(),
  publisher: z.string(),
  page: z.int().optional(),
  section: z.string().optional(),
  address: z.string().optional(),
  read_in: z.string().optional(),
  title: z.string(),
  note: z.string().optional(),
};
const example = z.strictObject({ ...source, lines: z.array(line), ...printed });
const electricityExample = z.strictObject({
  ...source,
  consumed_kwh: figure,
  instruments: z.array(
    z.strictObject({
      kind: z.enum(["guarantee_of_origin", "contract", "supplier_product"]),
      mwh: figure,
      kg_co2e_per_kwh: z.string(),
      technology: z.string(),
    }),
  ),
  residual_mix_kg_per_kwh: z.string().optional(),
  printed_market_based_t: z.string(),
});
export type Example = z.infer<typeof example>;
export type ElectricityExample = z.infer<typeof electricityExample>;

function read<One extends z.ZodType>(file: string, one: One): z.infer<One>[] {
  const text = readFileSync(join(import.meta.dirname, file), "utf8");
  return z.object({ examples: z.array(one) }).parse(JSON.parse(text)).examples;
}

export const EXAMPLES: readonly Example[] = [
  ...read("examples.json", example),
  ...read("further-examples.json", example),
];
export const ELECTRICITY_EXAMPLES: readonly ElectricityExample[] = read(
  "electricity-examples.json",
  electricityExample,
);

export function value(stated: Figure): Big {
  return [stated].flat().reduce((product, text) => {
    const [numerator = "", denominator = "1"] = text.split("/");
    return product.times(numerator).div(denominator);
  }, new Big(1));
}

const KG_IN = { printed_kg: "1", printed_t: "1000" } as const;

/** The printed figure with the product's, rounded to its digits; null: nothing is printed. */
export function besidePrinted(kg: Big, of: Printed): { readonly printed: string; readonly counted: string } | null {
  for (const unit of ["printed_kg", "printed_t"] as const) {
    const text = of[unit];
    if (text !== undefined) return { printed: text, counted: kg.div(KG_IN[unit]).toFixed(digits(text)) };
  }
  return null;
}

export function digits(text: string): number {
  return text.split(".")[1]?.length ?? 0;
}
