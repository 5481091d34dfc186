import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import {
  type CurrentActivityRow,
  readingTables,
  selectWaitingOfDocument,
  writeCorrection,
} from "../activities/index.ts";
import { lockAuditChain } from "../audit/index.ts";
import { correctionOf, type ItemDecision } from "./decide-item.ts";
import { decisionReason } from "./review-decision.ts";

/** Lines of a document that one call decides about; a further call takes the next ones. */
const LINES_MAX = 500;

export const decideHeldDocument = defineOperation({
  name: "decide_held_document",
  title: "Decide about a held document",
  description:
    "Decides about a document that resembles one in the ledger, all its waiting lines at once, at most 500 per call: " +
    "accept_as_separate counts the held lines beside the other document (lines whose category is open go on waiting), " +
    "mark_duplicate keeps every waiting line out, of ledgers and bank statements the held rows. Everything or nothing is written. waiting_count says what still waits.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    document_id: z.uuid().describe("Id of the document, from list_review_items"),
    decision: z
      .enum(["accept_as_separate", "mark_duplicate"])
      .describe(
        "Two documents, or one that came twice; facts and evidence are stated of its lines, where they are decided about",
      ),
    reason: decisionReason,
  }),
  output: z.object({
    document_id: z.uuid(),
    decided_count: z.int(),
    waiting_count: z.int(),
    has_more: z.boolean(),
  }),
  errors: ["request.validation_failed", "resource.not_found", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/review-items/documents/:document_id" },
  tool: false,
  callers: "any",
  example: {
    input: { document_id: "$held_document_id", decision: "mark_duplicate", reason: "The same invoice, sent again" },
    output: {
      document_id: "0198c0de-0000-7000-8000-000000000005",
      decided_count: 4,
      waiting_count: 0,
      has_more: false,
    },
  },
  async run(ctx, { document_id, decision, reason }) {
    const tables = await readingTables(ctx, ctx.db);
    return await ctx.db.transaction(async (tx) => {
      await lockAuditChain(tx);
      const rows = await selectWaitingOfDocument(tx, document_id, LINES_MAX + 1);
      if (!rows.some(isHeld)) throw notFound("document that waits as a possible duplicate");
      const lines = rows.slice(0, LINES_MAX);
      const isCopy = decision === "mark_duplicate";
      let decided_count = 0;
      let waiting_count = 0;
      for (const line of lines) {
        const said = isCopy
          ? ofCopy(line, reason)
          : isHeld(line)
            ? ({ kind: "accept", reason, facts: {} } as const)
            : null;
        const correction = said === null ? null : correctionOf(line, said, tables, ctx.clock.now());
        if (correction === null || correction.result?.kind === "review") waiting_count += 1;
        if (correction === null) continue;
        await writeCorrection(ctx, tx, line, correction);
        decided_count += 1;
      }
      return { document_id, decided_count, waiting_count, has_more: rows.length > LINES_MAX };
    });
  },
});

function isHeld(line: CurrentActivityRow): boolean {
  return line.review_code === "possible_duplicate";
}

/**
 * A line of the copy whose category is open goes with the others. Rows of ledgers and banks are purchases of their own: only
 * those that are held are copies. Null: the line goes on waiting.
 */
function ofCopy(line: CurrentActivityRow, reason: string): ItemDecision | null {
  if (isHeld(line)) return { kind: "mark_duplicate", reason };
  return LIST_ROWS.has(line.line_kind) ? null : { kind: "exclude", reason: `duplicate document: ${reason}` };
}

const LIST_ROWS: ReadonlySet<string> = new Set(["ledger_row", "bank_row", "bill_row"]);
