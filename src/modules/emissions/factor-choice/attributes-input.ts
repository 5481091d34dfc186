import { z } from "zod";
import type { Catalog } from "../../../core/catalog.ts";
import { countryInput } from "../../../core/country.ts";
import type { ValidationIssue } from "../../../core/errors.ts";
import { SCHEMA_NAMES } from "../../../core/schema-names.ts";
import type { CalculationRequest, CalculationSettings } from "../calculation.ts";
import { valuesOfCategory } from "./attribute-table.ts";
import type { Attributes } from "./attributes.ts";
import { leavesCountryOpen } from "../place-of-use.ts";
import { atPlaceOfUse, loadedFactors } from "./candidates.ts";
import { viewOfRequest } from "./entry-release.ts";

const VALUE_MAX = 40;

const value = z
  .string()
  .max(VALUE_MAX)
  .regex(/^[a-z][a-z0-9_]*$/, "must be a value in small letters, as GET /activities/{id}/factor-candidates tells them");

/** How a request states attributes. */
export const attributesInput = z.strictObject({
  fuel: value.describe("e.g. diesel, petrol, electric").optional(),
  blend: value.describe("e.g. fossil, average, renewable").optional(),
  vehicle_class: value.describe("e.g. small, articulated, coach").optional(),
  waste_type: value.describe("e.g. garden, batteries").optional(),
  waste_treatment: value.describe("e.g. landfill, incineration, closed_loop_recycling").optional(),
  refrigerant: value.describe("e.g. r1234yf").optional(),
  haul: value.describe("Of a flight or air freight: domestic, short, long, international").optional(),
  cabin_class: value.describe("economy, premium_economy, business, first, average").optional(),
  material: value.describe("e.g. pet, aggregates").optional(),
  material_origin: value.describe("primary or recycled").optional(),
  network: value.describe("Of district heating, e.g. odense").optional(),
  country: countryInput.describe("Where it was used (ISO 3166-1 alpha-2): of a hotel, of a grid abroad").optional(),
});

SCHEMA_NAMES.add(attributesInput, { name: "LineAttributes" });

/** How a request names a factor of the catalogue. */
export const emissionFactorInput = z
  .string()
  .min(1)
  .max(200)
  .describe(
    "Key of the factor that counts it, one of GET /activities/{id}/factor-candidates; the years of its family count",
  );

/** The attributes that a request states, without those that it leaves out. */
export function statedAttributes(input: z.infer<typeof attributesInput>): Attributes {
  return Object.fromEntries(Object.entries(input).filter(([, stated]) => stated !== undefined));
}

interface StatedChoice {
  readonly attributes?: Attributes | null;
  readonly emission_factor?: string | null;
}

/**
 * What is wrong with attributes and a factor that somebody states of a line of that category: attributes in which its factors do not
 * differ, and a factor that is none of the category. A value that no factor has is none: it says that the others do not count the line.
 */
export function choiceIssues(
  path: string,
  { attributes, emission_factor }: StatedChoice,
  request: Pick<CalculationRequest, "category_key" | "region" | "transaction_date">,
  { catalog, settings }: { readonly catalog: Catalog; readonly settings: CalculationSettings },
): ValidationIssue[] {
  const { category_key } = request;
  const category = catalog.category(category_key);
  if (category === undefined) return [];
  const values = valuesOfCategory(category_key);
  const known = [...values.keys(), ...(values.has("country") ? [] : ["country"])];
  const names = Object.keys(attributes ?? {}).filter((name) => !known.includes(name));
  const issues = names.map((name) => ({
    path: `${path}attributes.${name}`,
    code: "not_of_category",
    message: `is nothing that factors of ${category_key} differ in; they differ in ${known.join(", ")}`,
  }));
  if (typeof emission_factor !== "string") return issues;
  // A line whose category leaves its country open may have it from its document, which the calculation asks.
  const ofFactor = leavesCountryOpen(category_key) ? catalog.factor(emission_factor)?.region : undefined;
  const country = attributes?.country ?? ofFactor;
  const placed = atPlaceOfUse({
    ...request,
    quantity: null,
    amount: null,
    factor_key: emission_factor,
    ...(country === undefined ? {} : { attributes: [{ name: "country", value: country, origin: "person" }] }),
  });
  const loaded = loadedFactors(category, placed, viewOfRequest(placed, catalog, settings).catalog, settings);
  if (loaded.some(({ key, factor }) => key === emission_factor || factor.key === emission_factor)) return issues;
  const message = `is no factor of ${category_key}; see GET /activities/{id}/factor-candidates`;
  return [...issues, { path: `${path}emission_factor_key`, code: "unknown_factor", message }];
}
