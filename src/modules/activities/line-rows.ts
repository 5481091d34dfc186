import type { Context } from "../../core/context.ts";
import { type AuditEntry, LEDGER_ACTIONS, type RowProof } from "../audit/index.ts";
import {
  type HeldOfReading,
  isInYears,
  newEntries,
  type NewEntry,
  pendingFigures,
  type PendingFigure,
  type RestatementCause,
} from "../emissions/index.ts";
import { type NewActivity, type NewDocument, RECORD } from "./ledger-batch.ts";
import { type SplitRow, splitRow } from "./new-split.ts";

export type RecordingContext = Pick<Context, "catalog" | "clock" | "newId" | "principal" | "tenant">;

/** Whoever adds a column to an activity adds it to `activityRow`, which `Required` makes the compiler ask for. */
export type ActivityRow = Required<Omit<NewActivity, "split" | "result" | "stated" | "outside">> & {
  readonly id: string;
  readonly document_id: string;
  readonly document_sha256: string;
  readonly document_type: string;
  readonly ingested_by: string;
};

/** The rows of one line, with what is held back of closed years. */
export interface LineRows {
  readonly activity: ActivityRow;
  readonly split: SplitRow;
  readonly entries: readonly NewEntry[];
  readonly held: readonly PendingFigure[];
  /** The very entries, so that restating books the figures that were told; null: nothing is held back. */
  readonly held_entries: HeldOfReading | null;
}

/** A line of a document as it is inserted. */
export function lineRowsOf(
  ctx: RecordingContext,
  documentId: string,
  document: Pick<NewDocument, "sha256" | "document_type">,
  newActivity: NewActivity,
): LineRows {
  const { split, result, stated = null, outside = [] } = newActivity;
  const activity = activityRow(ctx, documentId, document, newActivity);
  const { transaction_date } = activity;
  const identity = {
    id: ctx.newId(),
    activity_id: activity.id,
    supersedes_split_id: null,
    created_by: ctx.principal.actor,
    stated,
  };
  const source = {
    activity_id: activity.id,
    activity_split_id: identity.id,
    department_id: split.department_id,
    transaction_date,
  };
  const calculated = result?.kind === "calculated" ? newEntries(ctx, source, result.entries) : [];
  const after = calculated.filter((entry) => isInYears(entry, outside));
  const line = { activity_split_id: identity.id, activity_id: activity.id, cause: causeOf(document) };
  return {
    activity,
    split: splitRow(identity, split, result),
    entries: after.length === 0 ? calculated : calculated.filter((entry) => !isInYears(entry, outside)),
    held: after.length === 0 ? [] : pendingFigures(line, { before: [], after }, outside),
    held_entries: after.length === 0 ? null : { activity_split_id: identity.id, years: outside, entries: after },
  };
}

function causeOf({ document_type }: Pick<NewDocument, "document_type">): RestatementCause {
  if (document_type === RECORD) return "record";
  return document_type === "credit_note" ? "credit_note" : "document";
}

/** Column by column: an object made by copying so many members is slow to build and to read. */
function activityRow(
  ctx: RecordingContext,
  document_id: string,
  document: Pick<NewDocument, "sha256" | "document_type">,
  line: NewActivity,
): ActivityRow {
  return {
    data_source_id: line.data_source_id,
    external_id: line.external_id,
    line_number: line.line_number,
    page: line.page,
    line_kind: line.line_kind,
    invoice_number: line.invoice_number,
    supplier_name: line.supplier_name,
    supplier_identifier: line.supplier_identifier,
    supplier_country: line.supplier_country,
    transaction_date: utcTimestamp(line.transaction_date),
    service_period_start: line.service_period_start,
    service_period_end: line.service_period_end,
    description: line.description,
    amount: line.amount,
    currency: line.currency,
    tax_treatment: line.tax_treatment,
    quantity: line.quantity,
    unit: line.unit,
    gl_account: line.gl_account,
    gl_account_name: line.gl_account_name,
    classification_codes: line.classification_codes,
    supply_id: line.supply_id ?? null,
    id: ctx.newId(),
    document_id,
    document_sha256: document.sha256,
    document_type: document.document_type,
    ingested_by: ctx.principal.actor,
  };
}

/** Dates are kept as the start of that UTC day, so that a client who groups by UTC month gets the service's sums. */
function utcTimestamp(text: string): string {
  return new Date(text).toISOString();
}

/** The event of an activity; `proof` is what the database says of its row. @throws Error without one */
export function activityEvent(activity: ActivityRow, proof: RowProof | undefined): AuditEntry {
  const { document_id, line_number, transaction_date, amount, currency, quantity, unit } = activity;
  return {
    action: LEDGER_ACTIONS.activities,
    subject: activity.id,
    payload: {
      document_id,
      line_number,
      transaction_date,
      amount,
      currency,
      quantity,
      unit,
      ...withProof(proof),
    },
  };
}

/** @throws Error for a row that came back without its hash */
export function withProof(proof: RowProof | undefined): RowProof {
  if (proof === undefined) throw new Error("a ledger row came back without its hash");
  return proof;
}
