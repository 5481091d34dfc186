import { z } from "zod";
import type { Catalog } from "../../core/catalog.ts";
import type { Context } from "../../core/context.ts";
import { unknownReference } from "../../core/known-filters.ts";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { EXAMPLE_FACTOR, factorSummary, toFactorSummary } from "./factor-record.ts";
import { type FactorFilter, isFactorPrefix, selectFactorOrigins, selectFactorPage } from "./store-factors.ts";

export const listEmissionFactors = defineOperation({
  name: "list_emission_factors",
  title: "List emission factors",
  description:
    "The factor catalog, newest rows first: what one unit of an activity emits. factor_value is kg CO2e per " +
    "unit_denominator (e.g. kWh, l, t, EUR), as published, with source, licence and year; name_da is null where there is no Danish name. Use it to see which figures " +
    "the ledger rests on, or to find a factor by words. Filters combine with AND. gas_split is kg CO2e per gas, " +
    "biogenic_co2_kg is kg CO2 outside the scopes; null means that the source does not say, never zero. boundary " +
    "life_cycle includes upstream emissions. Next: get_factor_citations with an id shows the full version with its address and note, " +
    "and which entries use it.",
  layer: 2,
  scope: "factors:read",
  access: "read",
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/emission-factors" },
  tool: true,
  callers: "any",
  input: z.object({
    category: z.string().min(1).max(120).describe("Start of a factor key (fuel, spend.dk) or a category id").optional(),
    region: z
      .string()
      .max(6)
      .regex(/^([A-Za-z]{2}(-[A-Za-z0-9]{1,3})?|[Gg][Ll][Oo])$/, {
        message: "must be a country code such as DK, or GLO",
      })
      .describe("Country code, e.g. DK; grid zone DK-DK1; GLO: worldwide")
      .optional(),
    year: z.int().min(1990).max(2100).describe("Year that the factor describes").optional(),
    source: z.string().min(1).max(100).describe("Part of the source's name, e.g. DESNZ, FIGARO, Ember").optional(),
    q: z.string().min(1).max(200).describe("Words that all occur in key or name, English or Danish").optional(),
    ...pageInput,
  }),
  output: page(factorSummary),
  example: {
    input: { q: "naturgas", region: "DK", limit: 1 },
    output: {
      items: [EXAMPLE_FACTOR],
      next_cursor: null,
    },
  },
  async run(ctx, { cursor, limit, ...filters }) {
    const catalog = filters.category === undefined ? null : await ctx.catalog();
    const filter = {
      region: filters.region?.toUpperCase() ?? null,
      year: filters.year ?? null,
      source: filters.source ?? null,
      category: catalog === null ? null : categoryFilter(catalog, filters.category ?? ""),
      words: (filters.q ?? "")
        .split(/\s+/)
        .filter((word) => word !== "")
        .slice(0, 20),
    };
    const factorPage = await keysetPage(
      ctx.cursors,
      { list: "list_emission_factors", filters },
      { cursor, limit },
      (after, count) => selectFactorPage(ctx.db, filter, after, count),
    );
    if (factorPage.items.length === 0 && cursor === undefined) await assertKnown(ctx, filter);
    return { items: factorPage.items.map(toFactorSummary), next_cursor: factorPage.next_cursor };
  },
});

/** A category id stands for the factors of it and of everything below it, in any year; anything else for a key prefix. */
function categoryFilter(catalog: Catalog, category: string) {
  const below = catalog.categories().filter(({ key }) => key === category || key.startsWith(`${category}.`));
  const keys = below.flatMap((emissionCategory) => [
    emissionCategory.default_factor_key,
    emissionCategory.spend_factor_key,
  ]);
  const everyYear = keys.flatMap((key) => (key === null ? [] : catalog.family(key).map((factor) => factor.key)));
  return { prefix: category, keys: [...new Set(everyYear)] };
}

/** Which of the filters of an empty page is about nothing in the catalog, if any. */
async function assertKnown({ db, catalog }: Context, { category, region, source }: FactorFilter): Promise<void> {
  if (category !== null && category.keys.length === 0) {
    const isCategory = (await catalog()).category(category.prefix) !== undefined;
    if (!isCategory && !(await isFactorPrefix(db, category.prefix))) {
      throw unknownReference(
        "category",
        "category",
        "list_emission_categories lists them; or the start of a factor's key",
      );
    }
  }
  if (region === null && source === null) return;
  const origins = await selectFactorOrigins(db);
  const regions = [...new Set(origins.map((origin) => origin.region))];
  if (region !== null && !regions.includes(region)) {
    throw unknownReference("region", "region", `factors are of ${regions.join(", ")}`);
  }
  const sources = [...new Set(origins.map((origin) => origin.source))];
  if (source !== null && !sources.some((name) => name.toLowerCase().includes(source.toLowerCase()))) {
    throw unknownReference("source", "source", `factors are from: ${sources.join("; ")}`.slice(0, 1_000));
  }
}
