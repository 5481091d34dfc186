import { z } from "zod";
import type { Catalog, EmissionCategory } from "../../core/catalog.ts";
import { ServiceError } from "../../core/errors.ts";
import { unknownReference } from "../../core/known-filters.ts";
import { defineOperation } from "../../core/operation.ts";
import { PAGE_LIMIT_DEFAULT, page, pageInput } from "../../core/page.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { searchCategories } from "./search-categories.ts";
import { categorizationTables } from "./term-tables.ts";

const nullable = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()]);

const factorOfCategory = nullable(
  z.object({ value: z.number(), unit: z.string(), emission_factor_id: z.string(), key: z.string() }),
);

const categoryItem = z.object({
  id: z.string(),
  key: z.string(),
  name_da: z.string(),
  name_en: z.string(),
  level: z.int(),
  parent: nullable(z.string()),
  default_scope: nullable(z.enum(["1", "2", "3"])),
  default_scope3_category: nullable(z.int()),
  factor: factorOfCategory,
  spend_factor: factorOfCategory,
});
SCHEMA_NAMES.add(categoryItem, { name: "EmissionCategory" });

export const listEmissionCategories = defineOperation({
  name: "list_emission_categories",
  title: "List emission categories",
  description:
    "The category taxonomy in its own order: themes (level 1), groups (level 2) and the categories that invoice lines " +
    "get (level 3), with Danish and English names, default scope and scope 3 category (1-15). factor is the default " +
    "for physical quantities: value in kg CO2e per unit; spend_factor is the one for money: kg CO2e per EUR excluding " +
    "VAT. A level 3 category with neither needs a person's figure. Use parent_id to walk down, level 1 to begin; q finds " +
    'categories by name or by what is bought ("AdBlue", "kontorstole"), best first. ' +
    "Next: list_emission_factors with category set to an id, or get_emissions_by_category for the company's figures.",
  layer: 1,
  scope: "factors:read",
  access: "read",
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/emission-categories" },
  tool: true,
  callers: "any",
  input: z.object({
    level: z.int().min(1).max(3).describe("1 themes, 2 groups, 3 categories").optional(),
    parent_id: z.string().min(1).max(120).describe("Id of the category whose children are wanted").optional(),
    q: z.string().trim().min(1).max(120).describe("Words of a name, or of what is bought").optional(),
    ...pageInput,
  }),
  output: page(categoryItem),
  example: {
    input: { parent_id: "energy.stationary", limit: 1 },
    output: {
      items: [
        {
          id: "energy.stationary.natural_gas",
          key: "energy.stationary.natural_gas",
          name_da: "Naturgas",
          name_en: "Natural gas",
          level: 3,
          parent: "energy.stationary",
          default_scope: "1",
          default_scope3_category: null,
          factor: {
            value: 2.2627,
            unit: "Nm3",
            emission_factor_id: "225afc45-3210-5493-b26c-29cf734c4926",
            key: "fuel.dk.natural_gas.2023.nm3",
          },
          spend_factor: null,
        },
      ],
      next_cursor: "eyJsIjoi...",
    },
  },
  async run(ctx, { cursor, limit = PAGE_LIMIT_DEFAULT, ...filters }) {
    const catalog = await ctx.catalog();
    const purpose = { list: "list_emission_categories", filters };
    if (filters.parent_id !== undefined && catalog.category(filters.parent_id) === undefined) {
      throw unknownReference("parent_id", "category", "list_emission_categories without parent_id lists them");
    }
    const among = catalog.categories().filter(({ level, parent }) => {
      const levelFits = filters.level === undefined || level === filters.level;
      return levelFits && (filters.parent_id === undefined || parent === filters.parent_id);
    });
    const { q } = filters;
    const wanted = q === undefined ? among : searchCategories(among, q, categorizationTables().lexicon);
    const start = cursor === undefined ? 0 : positionAfter(wanted, ctx.cursors.open(purpose, cursor)[0]);
    const items = wanted.slice(start, start + limit);
    const last = items.at(-1);
    const more = start + limit < wanted.length && last !== undefined;
    return {
      items: items.map((category) => toItem(catalog, category)),
      next_cursor: more ? ctx.cursors.seal(purpose, [last.key]) : null,
    };
  },
});

/** The page goes on behind the category that the last one ended with, wherever that stands now. */
function positionAfter(wanted: readonly EmissionCategory[], key: string | undefined): number {
  const index = wanted.findIndex((category) => category.key === key);
  if (index === -1) {
    throw new ServiceError(
      "pagination.invalid_cursor",
      "The taxonomy changed since this cursor was made; start again.",
    );
  }
  return index + 1;
}

function toItem(catalog: Catalog, category: EmissionCategory): z.input<typeof categoryItem> {
  return {
    id: category.key,
    key: category.key,
    name_da: category.name_da,
    name_en: category.name_en,
    level: category.level,
    parent: category.parent,
    default_scope: category.default_scope === null ? null : SCOPE_TEXT[category.default_scope],
    default_scope3_category: category.default_scope3_category,
    factor: factorOf(catalog, category.default_factor_key),
    spend_factor: factorOf(catalog, category.spend_factor_key),
  };
}

const SCOPE_TEXT = { 1: "1", 2: "2", 3: "3" } as const;

function factorOf(catalog: Catalog, key: string | null): z.input<typeof factorOfCategory> {
  const factor = key === null ? undefined : catalog.factor(key);
  if (factor === undefined) return null;
  return {
    value: Number(factor.kg_co2e_per_unit),
    unit: factor.unit,
    emission_factor_id: factor.id,
    key: factor.key,
  };
}
