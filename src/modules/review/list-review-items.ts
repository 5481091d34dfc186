import { z } from "zod";
import { assertKnownFilters } from "../../core/known-filters.ts";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { periodInput, resolvePeriod } from "../../core/period.ts";
import { documentFilter, readingTables, selectWaiting } from "../activities/index.ts";
import { dataSourceFilter } from "../data-sources/index.ts";
import { needsReader } from "./review-needs.ts";
import { OF_LINE } from "./fact-needs.ts";
import { REVIEW_ITEM_EXAMPLE, REVIEW_KINDS, reviewItem, toReviewItem } from "./review-item.ts";

export const listReviewItems = defineOperation({
  name: "list_review_items",
  title: "List review items",
  description:
    "Lines that wait for a person and are not in the totals, newest first: what the service suggests with confidence 0-1 " +
    "and the reason, the alternatives, and effect_kg, the kg CO2e (market-based, with upstream entries) that accepting " +
    "each would add. waits_for says why it waits (a code with parameters, told in Danish and English); needs says what settles the line (a category, a quantity in one of units, an amount, a decision), in Danish and English. kind says what is open: category; calculation (a factor, rate, unit or VAT rate lacks, see " +
    "not_calculable); possible_duplicate (the document may be in the ledger already). Next: accept, recategorize, " +
    "exclude or mark as duplicate, one by one or up to 200 at once.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({
    ...periodInput,
    kind: z.enum(REVIEW_KINDS).describe("Only what waits for this").optional(),
    document_id: z.uuid().describe("Only lines of this document").optional(),
    data_source_id: z.uuid().describe("Only lines of this data source, see list_data_sources").optional(),
    min_confidence: z.number().min(0).max(1).describe("Only suggestions at least this certain, 0-1").optional(),
    ...pageInput,
  }),
  output: page(reviewItem),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/review-items" },
  tool: false,
  callers: "any",
  example: { input: { limit: 20 }, output: { items: [REVIEW_ITEM_EXAMPLE], next_cursor: null } },
  async run(ctx, input) {
    const { kind = null, document_id = null, data_source_id = null, min_confidence = null } = input;
    const filter = { kind, document_id, data_source_id, min_confidence, ...resolvePeriod(input) };
    const purpose = { list: "list_review_items", filters: filter };
    const [tables, activityPage] = await Promise.all([
      readingTables(ctx, ctx.db),
      keysetPage(ctx.cursors, purpose, input, (after, limit) =>
        selectWaiting(ctx.db, filter, after?.[1] ?? null, limit),
      ),
    ]);
    await assertKnownFilters({ ...activityPage, cursor: input.cursor }, [
      documentFilter(ctx.db, document_id),
      dataSourceFilter(ctx.db, data_source_id),
    ]);
    const basis = { tables, needsOf: needsReader(tables, OF_LINE) };
    return {
      items: activityPage.items.map((row) => toReviewItem(ctx.tenant, row, basis)),
      next_cursor: activityPage.next_cursor,
    };
  },
});
