import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { calendarDay } from "../../core/days.ts";
import { JsonText } from "../../core/json-text.ts";
import { assertKnownFilters, type NamedFilter } from "../../core/known-filters.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, PAGE_LIMIT_DEFAULT, pageInput } from "../../core/page.ts";
import { entryPeriodInput, resolvePeriod, untilToday } from "../../core/period.ts";
import { departmentFilter } from "../departments/index.ts";
import { type EmissionEntry, emissionEntry, encodeEntries, entryPosition } from "./emission-entry.ts";
import { scopeInput } from "./emission-scope.ts";
import { periodParts } from "./period-parts.ts";
import { selectEntries } from "./store-list.ts";

export const EXAMPLE_ENTRY: EmissionEntry = {
  id: "0198c0de-0000-7000-8000-000000000001",
  scope: "2",
  co2e_market_based_kg: 150,
  co2e_location_based_kg: 120.5,
  activity_split_id: "0198c0de-0000-7000-8000-000000000002",
  scope3_category: null,
  category_id: "energy.electricity.grid_dk",
  transaction_date: "2026-03-31T00:00:00.000000Z",
  emission_factor_id: "0198c0de-0000-7000-8000-000000000003",
  calculation_method: "average_data",
  data_quality_score: 3,
  biogenic_co2_kg: 0,
  supersedes_entry_id: null,
  created_at: "2026-04-02T08:00:00.123456Z",
  document_date: "2026-04-02",
  period_from: "2026-03-01",
  period_to: "2026-03-31",
};

/** Level of the categories that entries are filed under. */
const LOWEST_LEVEL = 3;

interface EntryPage {
  items: EmissionEntry[];
  next_cursor: string | null;
}

export const listEmissions = defineOperation({
  name: "list_emissions",
  title: "List emission entries",
  description:
    "Emission entries, newest first, in kg CO2e: market-based and location-based (they differ only in scope 2). from and to " +
    "are inclusive, of the transaction date. Entries that a correction replaced or ended are left out, so " +
    "the items add up to get_emissions_summary. data_quality_score is 1 (best) to 5. Pass next_cursor as cursor, with the " +
    "same filters, until it is null. Next: get_emission_lineage with an id shows the line, the factor and the formula.",
  layer: 1,
  scope: "emissions:read",
  access: "read",
  input: z.object({
    scope: scopeInput.optional(),
    ...entryPeriodInput,
    category_id: z.string().min(1).max(120).describe("Category of any level, see list_emission_categories").optional(),
    department_id: z.uuid().describe("Department, see list_departments").optional(),
    ...pageInput,
  }),
  output: page(emissionEntry),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/emissions" },
  tool: true,
  callers: "any",
  example: {
    input: { scope: "2", from: "2026-01-01", to: "2026-12-31", limit: 10 },
    output: { items: [EXAMPLE_ENTRY], next_cursor: null },
  },
  async run(ctx, input) {
    const asked = resolvePeriod(input);
    const filter = {
      scope: input.scope === undefined ? null : Number(input.scope),
      category_key: input.category_id ?? null,
      department_id: input.department_id ?? null,
      ...asked,
    };
    // A cursor is bound to what was asked, so that it goes on after midnight.
    const purpose = { list: "list_emissions", filters: filter };
    const limit = input.limit ?? PAGE_LIMIT_DEFAULT;
    const after = input.cursor === undefined ? null : ctx.cursors.open(purpose, input.cursor);
    const now = ctx.clock.now();
    const end = untilToday(asked, now).to;
    const period = asked.from === null && asked.to === null ? null : periodParts({ from: asked.from, to: end });
    const is_group = filter.category_key !== null && (await isGroup(ctx, filter.category_key));
    const rows = await selectEntries(ctx.db, { ...filter, is_group, period, until: end }, after, limit + 1);
    await assertKnownFilters({ items: rows, cursor: input.cursor }, [
      categoryFilter(ctx, filter.category_key),
      departmentFilter(ctx.db, filter.department_id),
    ]);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const more = rows.length > limit && last !== undefined;
    const next = more ? JSON.stringify(ctx.cursors.seal(purpose, entryPosition(last))) : "null";
    return new JsonText<EntryPage>(`{"items":[${encodeEntries(shown, calendarDay(now))}],"next_cursor":${next}}`);
  },
});

/** Categories of the lowest level are what entries are filed under; what the catalog no longer has may be in the ledger. */
async function isGroup(ctx: Context, category_id: string): Promise<boolean> {
  return ((await ctx.catalog()).category(category_id)?.level ?? LOWEST_LEVEL) < LOWEST_LEVEL;
}

/** The filter of lists by a category of the catalog. */
export function categoryFilter(ctx: Context, category_id: string | null): NamedFilter {
  return {
    path: "category_id",
    what: "category",
    where: "list_emission_categories lists them",
    value: category_id,
    exists: async (id) => (await ctx.catalog()).category(id) !== undefined,
  };
}
