import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { roundedNumber } from "../../core/quantity.ts";
import { readingTables, selectCurrentActivity, writeCorrection } from "../activities/index.ts";
import { lockAuditChain } from "../audit/index.ts";
import { keyOfLine, lookAtSupplier, sumOf } from "./same-supplier.ts";

const PURPOSE = "rerun_review_items";

export const rerunReviewItems = defineOperation({
  name: "rerun_review_items",
  title: "Re-run the lines of a supplier",
  description:
    "Reads the lines of a supplier again as the company's rules and decisions say now, and its rule about periods, newest first, at most 200 per call; " +
    "continue with continue_from until next is null. Each changed line gets a new reading and new entries that supersede " +
    "the earlier ones, named in the audit log; nothing is overwritten. Categories and periods that a person stated, excluded " +
    "lines, possible duplicates and closed years are not touched. With dry_run nothing is written and the same figures are given.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    supplier_key: z.string().trim().min(4).max(220).describe("As same_supplier of a decision gives it").optional(),
    activity_id: z.uuid().describe("A line of the supplier, instead of supplier_key").optional(),
    dry_run: z.boolean().describe("true: only say what would change").optional(),
    continue_from: z.string().min(1).max(1000).describe("next of the previous call, unchanged").optional(),
  }),
  output: z.object({
    supplier_key: z.string(),
    dry_run: z.boolean(),
    /** Lines that were looked at. */
    line_count: z.int(),
    changed_count: z.int(),
    not_calculable_count: z.int(),
    change_kg: z.number(),
    changes: z.array(
      z.object({
        id: z.uuid(),
        description: z.string(),
        from_category_id: z.string(),
        to_category_id: z.string(),
        change_kg: z.number(),
      }),
    ),
    next: z.union([z.string(), z.null()]),
  }),
  errors: ["request.validation_failed", "resource.not_found", "pagination.invalid_cursor", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/review-items/rerun" },
  tool: false,
  callers: "any",
  example: {
    input: { activity_id: "$activity_id", dry_run: true },
    output: {
      supplier_key: "id:12345674",
      dry_run: true,
      line_count: 14,
      changed_count: 1,
      not_calculable_count: 0,
      change_kg: 84.2,
      changes: [
        {
          id: "0198c0de-0000-7000-8000-000000000004",
          description: "Rulle, hvid 80 g",
          from_category_id: "purchases.materials.paper",
          to_category_id: "purchases.goods.office_supplies",
          change_kg: 84.2,
        },
      ],
      next: null,
    },
  },
  async run(ctx, input) {
    const supplier_key = await supplierOf(ctx, input);
    const dry_run = input.dry_run === true;
    const purpose = { list: PURPOSE, filters: { supplier_key } };
    const after =
      input.continue_from === undefined ? null : (ctx.cursors.open(purpose, input.continue_from)[0] ?? null);
    const tables = await readingTables(ctx, ctx.db);
    const outcome = await ctx.db.transaction(async (tx) => {
      // What is written was read under the lock, so no decision made meanwhile is undone.
      if (!dry_run) await lockAuditChain(tx);
      const looked = await lookAtSupplier(tx, supplier_key, { tables, after });
      if (dry_run) return looked;
      for (const { current, correction } of looked.changes) await writeCorrection(ctx, tx, current, correction);
      return looked;
    });
    return {
      supplier_key,
      dry_run,
      line_count: outcome.line_count,
      changed_count: outcome.changes.length,
      not_calculable_count: outcome.not_calculable_count,
      change_kg: roundedNumber(sumOf(outcome.changes)),
      changes: outcome.changes.map(({ current, correction, change_kg }) => ({
        id: current.id,
        description: current.description,
        from_category_id: current.category_key,
        to_category_id: correction.decision.category_key,
        change_kg: roundedNumber(change_kg),
      })),
      next: outcome.next === null ? null : ctx.cursors.seal(purpose, [outcome.next]),
    };
  },
});

async function supplierOf(
  ctx: Context,
  { supplier_key, activity_id }: { supplier_key?: string | undefined; activity_id?: string | undefined },
): Promise<string> {
  if ((supplier_key === undefined) === (activity_id === undefined)) {
    const message = "give either supplier_key or activity_id";
    throw validationError([{ path: "supplier_key", code: "one_of", message }]);
  }
  if (activity_id === undefined) return supplier_key ?? "";
  const line = await selectCurrentActivity(ctx.db, activity_id);
  if (line === undefined) throw notFound("activity");
  const key = keyOfLine(line);
  if (key !== null) return key;
  throw validationError([{ path: "activity_id", code: "no_supplier", message: "this line names no supplier" }]);
}
