import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { assertKnownFilters } from "../../core/known-filters.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { categoryFilter } from "../emissions/index.ts";
import { EXAMPLE_FACTOR, factorRecord, toFactorRecord } from "./factor-record.ts";
import { FACTOR_STATUSES } from "./factor-states.ts";
import { selectFactors } from "./store.ts";

export const listCompanyFactors = defineOperation({
  name: "list_company_factors",
  title: "List the company's own factors",
  description:
    "Emission factors of the company's own, newest first: those that wait for approval, are in force, were rejected or withdrawn. " +
    "No other company sees them.",
  layer: null,
  scope: "factors:read",
  access: "read",
  input: z.object({
    status: z.enum(FACTOR_STATUSES).describe("Only factors in this status").optional(),
    category_id: z.string().min(1).max(120).describe("Only factors of this category key").optional(),
    ...pageInput,
  }),
  output: page(factorRecord),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/company-factors" },
  tool: false,
  callers: "any",
  example: { input: { status: "approved" }, output: { items: [EXAMPLE_FACTOR], next_cursor: null } },
  async run(ctx, { cursor, limit, ...filters }) {
    const filter = { status: filters.status ?? null, category_id: filters.category_id ?? null };
    const purpose = { list: "list_company_factors", filters };
    const factors = await keysetPage(ctx.cursors, purpose, { cursor, limit }, (after, count) =>
      selectFactors(ctx.db, filter, after, count),
    );
    await assertKnownFilters({ ...factors, cursor }, [categoryFilter(ctx, filter.category_id)]);
    return { items: factors.items.map(toFactorRecord), next_cursor: factors.next_cursor };
  },
});
