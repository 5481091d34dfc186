import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { yearOfDay } from "../../core/financial-year.ts";
import { dayInput } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { selectPendingAllocation, selectPendingLine } from "../emissions/index.ts";
import { financialYears, type YearDays, yearEndingOn } from "../financial-years/index.ts";
import { EXAMPLE_RESTATEMENT, restatementRecord } from "./restatement-record.ts";
import { ofAllocation, type Pending, pendingViews, restatedView } from "./restatement-views.ts";
import { selectRestatement } from "./store.ts";

export const getRestatement = defineOperation({
  name: "get_restatement",
  title: "Get a restatement of a year",
  description: "One restatement, pending or booked, as list_restatements shows it",
  layer: null,
  scope: "emissions:read",
  access: "read",
  input: z.object({
    period_end: dayInput.describe("Last day of the year, from GET /financial-years"),
    id: z.uuid().describe("Id, from list_restatements"),
  }),
  output: restatementRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/financial-years/:period_end/restatements/:id" },
  tool: false,
  callers: "any",
  example: {
    input: { period_end: "2015-12-31", id: "$pending_restatement_id" },
    output: EXAMPLE_RESTATEMENT,
  },
  async run(ctx, { period_end, id }) {
    const year = yearEndingOn(yearOfDay(await financialYears(ctx.db), period_end), period_end);
    const [waiting] = await pendingViews(ctx, await pendingOf(ctx, year, id));
    if (waiting !== undefined) return waiting;
    const row = await selectRestatement(ctx.db, year.to, id);
    if (row === undefined) throw notFound("restatement");
    return restatedView(row);
  },
});

/** A reading may wait for several years: what of it waits for this one. */
async function pendingOf(ctx: Context, year: YearDays, id: string): Promise<Pending[]> {
  const line = await selectPendingLine(ctx.db, year, id);
  if (line !== undefined) return [line];
  const allocation = await selectPendingAllocation(ctx.db, year, id);
  return allocation === undefined ? [] : [ofAllocation(allocation)];
}
