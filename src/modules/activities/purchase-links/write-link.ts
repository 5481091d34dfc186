import type { Context, TenantTransaction } from "../../../core/context.ts";
import { appendAudit, type AuditEntry } from "../../audit/index.ts";
import {
  type DecidedLink,
  insertLinkDecision,
  insertSettlements,
  type LinkChange,
  type LinkDecisionRow,
  linkPurchases,
  selectLinkDecision,
  toLinkDecision,
  type PurchaseState,
  type SourceRecord,
} from "../../purchases/index.ts";
import { settleCoversAfter } from "../covers/settle-covers.ts";
import { restoreReading } from "../restore-reading.ts";
import { settleAdvancesOf } from "../settle-advances.ts";
import { settleCreditsOf } from "../settle-credits.ts";
import { selectStateOfLines } from "../store-line-state.ts";
import { writeLaterSplit } from "../write-later-split.ts";
import type { ChangedLine } from "./lines-of-link.ts";

/** A decision that is written, in the transaction that holds the audit chain. */
interface WrittenDecision {
  readonly payment: SourceRecord;
  readonly said: Pick<LinkDecisionRow, "item_ids" | "decision" | "undoes" | "reason">;
  readonly link: Pick<DecidedLink, "counted_by" | "words"> & { readonly state?: PurchaseState };
  readonly lines: readonly ChangedLine[];
}

const ACTIONS: Readonly<Record<LinkDecisionRow["decision"], string>> = {
  confirm: "purchase.link_confirmed",
  separate: "purchase.link_separated",
  undo: "purchase.link_decision_undone",
};

/**
 * Writes what a person said of a record and its partners: the lines' readings, where the record stands, a word about each pair and
 * the decision itself. Nothing that was said before is changed. What it would change in a closed year is pending until that is
 * restated.
 * @returns the decision as lists tell it
 * @throws ServiceError financial_year.closed as writeLaterSplit
 */
export async function writeLinkDecision(
  ctx: Context,
  tx: TenantTransaction,
  { payment, said, link, lines }: WrittenDecision,
): Promise<ReturnType<typeof toLinkDecision>> {
  const id = ctx.newId();
  const changed = await writeLines(ctx, tx, { lines, decision_id: id });
  const state = link.state ?? (await stateAfter(tx, payment, said.decision, lines));
  await linkPurchases(tx, [{ id: payment.id, counted_by: link.counted_by, state, matched_by: null }]);
  const { id: payment_id, source: payment_source } = payment;
  await insertSettlements(
    tx,
    link.words.map(({ item_id, state: word, amount }) => {
      return { id: ctx.newId(), payment_id, payment_source, item_id, state: word, amount, decision_id: id };
    }),
  );
  const change: LinkChange = {
    counted_by_before: payment.counted_by,
    state_before: payment.state,
    counted_by_after: link.counted_by,
    state_after: state,
    words: link.words,
    lines: changed,
  };
  await insertLinkDecision(tx, { id, payment_id, ...said, change, decided_by: ctx.principal.actor });
  const payload = {
    decision_id: id,
    item_ids: said.item_ids,
    reason: said.reason,
    from_state: payment.state,
    to_state: state,
  };
  await appendAudit(ctx, tx, [{ action: ACTIONS[said.decision], subject: payment_id, payload }]);
  const touched: string[] = [];
  for (const { current, before = current } of lines) {
    touched.push(...(await settleCreditsOf(ctx, tx, { before: current, after: before })));
  }
  const read = lines.map(({ current }) => current);
  await settleAdvancesOf(ctx, tx, read);
  await settleCoversAfter(ctx, tx, read, touched);
  const row = await selectLinkDecision(tx, id);
  if (row === undefined) throw new Error("a decision that was just written vanished");
  return toLinkDecision(row);
}

/** A person left out what is confirmed; what stays as it is keeps its state. */
async function stateAfter(
  tx: TenantTransaction,
  payment: SourceRecord,
  decision: LinkDecisionRow["decision"],
  lines: readonly ChangedLine[],
): Promise<PurchaseState> {
  if (lines.length === 0 && decision === "confirm") return payment.state;
  return await selectStateOfLines(tx, payment.activity_ids);
}

async function writeLines(
  ctx: Context,
  tx: TenantTransaction,
  { lines, decision_id }: { readonly lines: readonly ChangedLine[]; readonly decision_id: string },
): Promise<LinkChange["lines"]> {
  const changed: LinkChange["lines"][number][] = [];
  const events: AuditEntry[] = [];
  for (const { current, later, before } of lines) {
    const written =
      later === null
        ? await restoreReading(ctx, tx, { current, before: before ?? current })
        : await writeLaterSplit(ctx, tx, current, later);
    const { row } = written;
    const stands_for = before === undefined ? {} : { stands_for: before.split_id };
    changed.push({ activity_id: current.id, split_before: current.split_id, split_after: row.id, ...stands_for });
    const payload = { from_status: current.status, to_status: row.status, split_id: row.id, decision_id };
    events.push(...written.events, { action: "activity.link_decided", subject: current.id, payload });
  }
  if (events.length > 0) await appendAudit(ctx, tx, events);
  return changed;
}
