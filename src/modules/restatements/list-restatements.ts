import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { yearOfDay } from "../../core/financial-year.ts";
import { keysetPage, type PageRequest } from "../../core/keyset.ts";
import { dayInput } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { type CursorPurpose, page, pageInput } from "../../core/page.ts";
import { selectPendingAllocations, selectPendingLines } from "../emissions/index.ts";
import { financialYears, type YearDays, yearEndingOn } from "../financial-years/index.ts";
import { EXAMPLE_RESTATEMENT, restatementRecord } from "./restatement-record.ts";
import { ofAllocation, pendingViews, restatedView } from "./restatement-views.ts";
import { selectRestatements } from "./store.ts";

export const listRestatements = defineOperation({
  name: "list_restatements",
  title: "List the restatements of a year",
  description:
    "What would change a closed year and is not booked (state pending), line by line with kg CO2e by scope before and after, " +
    "market-based and location-based: late documents, credit notes, invoices that take a purchase over, settlements of " +
    "advances, corrections and records, with who made them, when and why. With state restated what was changed there, by whom and why. Newest first. restate_financial_year books what " +
    "is pending, but for cause energy_instrument: allocate_energy_instruments with a reason does. exclude_review_item leaves a line out, undo_activity_change takes a correction back.",
  layer: null,
  scope: "emissions:read",
  access: "read",
  input: z.object({
    period_end: dayInput.describe("Last day of the year, from GET /financial-years"),
    state: z.enum(["pending", "restated"]).describe("Default pending").optional(),
    ...pageInput,
  }),
  output: page(restatementRecord),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/financial-years/:period_end/restatements" },
  tool: false,
  callers: "any",
  example: {
    input: { period_end: "2015-12-31", limit: 20 },
    output: { items: [EXAMPLE_RESTATEMENT], next_cursor: null },
  },
  async run(ctx, { period_end, state = "pending", ...request }) {
    const year = yearEndingOn(yearOfDay(await financialYears(ctx.db), period_end), period_end);
    const purpose = { list: "list_restatements", filters: { period_end, state } };
    const asked = { purpose, request };
    return state === "pending" ? await pending(ctx, year, asked) : await restated(ctx, year, asked);
  },
});

interface AskedPage {
  readonly purpose: CursorPurpose;
  readonly request: PageRequest;
}

async function pending(ctx: Context, year: YearDays, { purpose, request }: AskedPage) {
  // Readings and allocations have ids in order of time, so that no moment is needed beside them.
  const found = await keysetPage(ctx.cursors, purpose, request, async (after, limit) => {
    const last = after?.[1] ?? null;
    const lines = await selectPendingLines(ctx.db, year, last, limit);
    const allocations = await selectPendingAllocations(ctx.db, year, last, limit);
    return [...lines, ...allocations.map(ofAllocation)]
      .toSorted((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, limit)
      .map((line) => ({ ...line, created_at: "" }));
  });
  return { items: await pendingViews(ctx, found.items), next_cursor: found.next_cursor };
}

async function restated(ctx: Context, { to }: YearDays, { purpose, request }: AskedPage) {
  const found = await keysetPage(ctx.cursors, purpose, request, (after, limit) =>
    selectRestatements(ctx.db, to, after, limit),
  );
  return { items: found.items.map(restatedView), next_cursor: found.next_cursor };
}
