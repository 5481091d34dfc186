import { z } from "zod";
import { notFound, validationError } from "../../../core/errors.ts";
import { defineOperation } from "../../../core/operation.ts";
import { lockAuditChain } from "../../audit/index.ts";
import {
  decideLink,
  LINK_DECISION_EXAMPLE,
  LINK_DECISIONS,
  type LinkedRecord,
  type LinkRefusal,
  selectLinkedRecord,
} from "../../purchases/index.ts";
import { readingTables } from "../reading-tables.ts";
import { linesOfLink } from "./lines-of-link.ts";
import { effectOfLines, linkEffect } from "./link-effect.ts";
import { writeLinkDecision } from "./write-link.ts";

/** Items of one payment that are decided about at once. */
const ITEMS_MAX = 50;

const REFUSALS: Readonly<Record<LinkRefusal, string>> = {
  not_linked: "the payment is not linked with an item that is named: take both from list_supplier_account",
  item_does_not_count: "an item that is named does not count itself: decide about it first",
  nothing_changes: "that is said of the pair already",
};

export const linkReason = z.string().trim().min(1).max(500).describe("Why, for the auditor");
export const dryRun = z.boolean().describe("true: tells the effect and writes nothing").optional();

export const decidePurchaseLink = defineOperation({
  name: "decide_purchase_link",
  title: "Confirm or separate a payment and what it settles",
  description:
    "confirm: the payment, posting or document is evidence of exactly these items, which count; what else it may have settled is " +
    "none of it. separate: it belongs to none of these; separated from all it counts by itself, from some it waits for review with " +
    "the others. No rule undoes it; undo_purchase_link_decision does. dry_run tells the effect in kg CO2e. What it would change " +
    "in a closed year waits until that is restated.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    payment_id: z.uuid().describe("Id of the record that is evidence, or may be, from list_supplier_account"),
    item_ids: z
      .array(z.uuid())
      .min(1)
      .max(ITEMS_MAX)
      .describe("Ids of what it settles, or counts for it; absent: of all that it does, or may")
      .optional(),
    decision: z.enum(LINK_DECISIONS),
    reason: linkReason,
    dry_run: dryRun,
  }),
  output: linkEffect,
  errors: ["request.validation_failed", "resource.not_found", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/purchase-link-decisions" },
  tool: false,
  callers: "any",
  example: {
    input: {
      payment_id: "$linked_payment_id",
      decision: "confirm",
      reason: "The receipt says so",
    },
    output: {
      dry_run: false,
      decision: { ...LINK_DECISION_EXAMPLE, decision: "confirm", reason: "The receipt says so" },
      activity_ids: [],
      change_kg: 0,
      years: [],
    },
  },
  async run(ctx, { payment_id, item_ids: named, decision, reason, dry_run = false }) {
    const tables = await readingTables(ctx, ctx.db);
    return await ctx.db.transaction(async (tx) => {
      // A dry run holds no lock: what it tells is a state that was there.
      if (!dry_run) await lockAuditChain(tx);
      const record = await selectLinkedRecord(tx, payment_id);
      if (record === undefined) throw notFound("purchase");
      const { payment } = record;
      const item_ids = named ?? linkedItems(record);
      const decided = decideLink(record, { decision, item_ids });
      if (typeof decided === "string") {
        throw validationError([{ path: "item_ids", code: decided, message: REFUSALS[decided] }]);
      }
      const { lines: change, items } = decided;
      const lines =
        change === null ? [] : await linesOfLink(tx, payment.activity_ids, { lines: change, items, reason }, tables);
      const effect = await effectOfLines(ctx, tx, lines);
      if (dry_run) return { dry_run, decision: null, ...effect };
      const said = { item_ids, decision, undoes: null, reason };
      return {
        dry_run,
        decision: await writeLinkDecision(ctx, tx, { payment, said, link: decided, lines }),
        ...effect,
      };
    });
  },
});

/** Ids of what the record is evidence of, or may be. */
function linkedItems({ partners }: LinkedRecord): string[] {
  return partners.filter(({ state }) => LINKED.has(state)).map(({ item }) => item.id);
}

const LINKED: ReadonlySet<string> = new Set(["evidence", "linked", "confirmed", "proposed"]);
