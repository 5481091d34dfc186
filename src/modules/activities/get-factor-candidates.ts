import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { danishFactorName } from "../../core/danish-factor-name.ts";
import { unknownReference } from "../../core/known-filters.ts";
import { defineOperation } from "../../core/operation.ts";
import { roundedNumber } from "../../core/quantity.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import {
  attributeClasses,
  type Attributes,
  CANDIDATE_REASONS,
  type CompanyFactorCandidate,
  companyFactorCandidates,
  type FactorCandidate,
  factorCandidates,
} from "../emissions/index.ts";
import { readingTables } from "./reading-tables.ts";
import { requestOf } from "./read-again.ts";
import { selectCurrentActivity } from "./store.ts";

const textOrNull = z.union([z.string(), z.null()]);

const attribute = z.object({ name: z.string(), value: z.string() });

const candidate = z.object({
  /** Names it in facts.emission_factor_key. */
  key: z.string(),
  name_en: z.string(),
  name_da: z.string(),
  kg_co2e_per_unit: z.number(),
  unit: z.string(),
  region: z.string(),
  year: z.int(),
  /** The year is later than that of the use, or further back than the subject allows. */
  is_distant_year: z.boolean(),
  source: z.string(),
  licence: z.string(),
  /** What it is about; what is not named does not matter to it. */
  attributes: z.array(attribute),
  is_chosen: z.boolean(),
  /** kg CO2e market-based with upstream entries, if it counted the activity; null: it cannot. */
  co2e_kg: z.union([z.number(), z.null()]),
  /** Why it does not count the activity; null: it does. */
  reason: textOrNull,
  /** The same as a code with what it is about, for readers of other languages. */
  reason_code: z.union([z.enum(CANDIDATE_REASONS), z.null()]),
  reason_parameters: z.object({
    /** In what factor and line differ: other_class, other_country. */
    attribute: textOrNull,
    /** Its value in the factor; of unit_not_reached the unit that the factor is per. */
    of_factor: textOrNull,
    /** Its value in the line; of unit_not_reached the quantity with unit. Null: not known. */
    of_line: textOrNull,
  }),
});
SCHEMA_NAMES.add(candidate, { name: "FactorCandidate" });

/** A factor of the company's own; facts.company_factor_id names it. */
const companyCandidate = z.object({
  id: z.uuid(),
  name: z.string(),
  kg_co2e_per_unit: z.number(),
  unit: z.string(),
  valid_from: z.string(),
  valid_to: z.string(),
  is_chosen: z.boolean(),
  /** As of the others; null: it cannot count the activity, as reason says. */
  co2e_kg: z.union([z.number(), z.null()]),
  reason: textOrNull,
});
SCHEMA_NAMES.add(companyCandidate, { name: "CompanyFactorCandidate" });

const candidatesOfActivity = z.object({
  activity_id: z.uuid(),
  category_id: z.string(),
  /** What is known of the activity that factors differ in. */
  attributes: z.array(
    attribute.extend({
      origin: z.enum(["read", "rule", "person"]),
      /** The words that it was read from; null: it was not read. */
      words: textOrNull,
    }),
  ),
  /** What the factors of the category differ in, with every value. */
  classes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  candidates: z.array(candidate),
  company_factors: z.array(companyCandidate),
});

export const getFactorCandidates = defineOperation({
  name: "get_factor_candidates",
  title: "Get the factors that an activity could be counted with",
  description:
    "The factors of the activity's category: the one that counts it first, then the others with the kg CO2e that each would give and why it " +
    "does not count it. A person who knows better names one in facts.emission_factor_key of correct_activity or a review decision, or " +
    "says in facts.attributes what it is about; both are remembered for later lines in the same words from the same supplier. " +
    "company_factors: the company's own.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({
    id: z.uuid().describe("Id of the activity, from list_activities"),
    category_id: z.string().min(1).max(120).describe("Category to look in, default that of the activity").optional(),
  }),
  output: candidatesOfActivity,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/activities/:id/factor-candidates" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$activity_id" },
    output: {
      activity_id: "0198c0de-0000-7000-8000-000000000001",
      category_id: "transport.travel.hotel",
      attributes: [{ name: "country", value: "JP", origin: "read", words: "tokyo" }],
      classes: [{ name: "country", values: ["DE", "JP"] }],
      candidates: [
        {
          key: "travel.hotel.jp.room_night",
          name_en: "Hotel stay, Japan",
          name_da: "Hotelovernatning, Japan",
          kg_co2e_per_unit: 39,
          unit: "room_night",
          region: "JP",
          year: 2025,
          is_distant_year: false,
          source: "UK Government GHG Conversion Factors for Company Reporting 2025 v1 (DESNZ)",
          licence: "OGL-UK-3.0",
          attributes: [{ name: "country", value: "JP" }],
          is_chosen: true,
          co2e_kg: 78,
          reason: null,
          reason_code: null,
          reason_parameters: { attribute: null, of_factor: null, of_line: null },
        },
      ],
      company_factors: [],
    },
  },
  async run(ctx, { id, category_id }) {
    const tables = await readingTables(ctx, ctx.db);
    const current = await selectCurrentActivity(ctx.db, id);
    if (current === undefined) throw notFound("activity");
    if (category_id !== undefined && tables.catalog.category(category_id) === undefined) {
      throw unknownReference("category_id", "category", "see list_emission_categories");
    }
    const category = category_id ?? current.category_key;
    const { request, settings } = requestOf(current, category, tables);
    const { attributes = [] } = request;
    return {
      activity_id: id,
      category_id: category,
      attributes: attributes.map(({ name, value, origin, words = null }) => ({ name, value, origin, words })),
      classes: attributeClasses(category).map(({ name, values }) => ({ name, values: [...values] })),
      candidates: factorCandidates(request, tables.catalog, settings).map(toCandidate),
      company_factors: companyFactorCandidates(request, tables.catalog, settings).map(toCompanyCandidate),
    };
  },
});

function toCandidate({ key, factor, attributes, is_chosen, is_distant_year, kg, reason }: FactorCandidate) {
  const { name_en, name_da, kg_co2e_per_unit, unit, region, valid_year, source, licence } = factor;
  return {
    key,
    name_en,
    name_da: danishFactorName(name_da),
    kg_co2e_per_unit: Number(kg_co2e_per_unit),
    unit,
    region,
    year: valid_year,
    is_distant_year,
    source,
    licence,
    attributes: told(attributes),
    is_chosen,
    co2e_kg: kg === null ? null : roundedNumber(kg),
    reason: reason?.text ?? null,
    reason_code: reason?.code ?? null,
    reason_parameters: {
      attribute: reason?.attribute ?? null,
      of_factor: reason?.of_factor ?? null,
      of_line: reason?.of_line ?? null,
    },
  };
}

function toCompanyCandidate({ factor, is_chosen, kg, reason }: CompanyFactorCandidate) {
  const { id, name, kg_co2e_per_unit, unit, valid_from, valid_to } = factor;
  return {
    id,
    name,
    kg_co2e_per_unit: Number(kg_co2e_per_unit),
    unit,
    valid_from,
    valid_to,
    is_chosen,
    co2e_kg: kg === null ? null : roundedNumber(kg),
    reason,
  };
}

function told(attributes: Attributes): { name: string; value: string }[] {
  return Object.entries(attributes).map(([name, value]) => ({ name, value }));
}
