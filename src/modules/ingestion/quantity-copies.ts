import type { TenantTransaction } from "../../core/context.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { type NewActivity, type QuantityRow, ROW_KINDS, selectQuantityRows } from "../activities/index.ts";
import {
  copyReason,
  hasWords,
  isDuplicateReason,
  isOverlap,
  nearRowReason,
  waitingPostingReason,
} from "../purchases/index.ts";
import type { LineMatch } from "./line-match.ts";
import { foldedWords } from "./purchase.ts";

type Stated = Pick<
  QuantityRow,
  | "transaction_date"
  | "gl_account"
  | "supplier_name"
  | "description"
  | "unit"
  | "service_period_start"
  | "service_period_end"
> & { readonly quantity: string | null };

/**
 * Of each document, which of its rows that state a quantity and no amount an earlier table brought: the same day, account, words, quantity
 * and period, each known one taken once. Where the tables do not overlap a person says whether it is the same. What states money is known
 * again as a purchase. One statement per 1,000 such rows, none for documents without any. Under the lock of the audit chain.
 */
export async function quantityCopies(
  tx: TenantTransaction,
  documents: readonly (readonly NewActivity[])[],
): Promise<Map<number, LineMatch>[]> {
  const probes = documents.flat().flatMap((row) => {
    const { amount, quantity, transaction_date: dated } = row;
    return amount !== null || quantity === null || !isCounted(row) ? [] : [{ dated: dated.slice(0, 10), quantity }];
  });
  if (probes.length === 0) return documents.map(() => new Map());
  const byKey = new Map<string, QuantityRow[]>();
  for (const row of await selectQuantityRows(tx, probes)) {
    // A copy is known by its first row.
    if (row.status === "excluded" && isDuplicateReason(row.reason)) continue;
    const key = keyOf(row);
    byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  return documents.map((activities) => {
    const rows = activities.flatMap((activity, index) => {
      if (activity.amount !== null || activity.quantity === null || !isCounted(activity)) return [];
      const known = byKey.get(keyOf(activity))?.shift();
      return [{ index, dated: activity.transaction_date.slice(0, 10), known, is_known: known !== undefined }];
    });
    const isSure = isOverlap(rows);
    return new Map(
      rows.flatMap(({ index, known }) => (known === undefined ? [] : [[index, matchOf(known, isSure)] as const])),
    );
  });
}

function isCounted({ line_kind, split }: NewActivity): boolean {
  return ROW_KINDS.includes(line_kind) && split.decision.status !== "excluded";
}

function matchOf(known: QuantityRow, isOfOverlap: boolean): LineMatch {
  const { document_id, status } = known;
  const isSure = isOfOverlap && hasWords(foldedWords(known.description));
  if (status !== "pending_review" && isSure) return { kind: "duplicate", reason: copyReason({ document_id }) };
  const reviewReason = isSure ? waitingPostingReason({ document_id }) : nearRowReason({ document_id });
  return { kind: "possible_duplicate", reviewReason };
}

function keyOf(row: Stated): string {
  return JSON.stringify([
    row.transaction_date.slice(0, 10),
    row.gl_account,
    foldedWords(`${row.supplier_name ?? ""} ${row.description}`),
    decimalText(decimal(row.quantity ?? "0")),
    row.unit,
    row.service_period_start?.slice(0, 10) ?? null,
    row.service_period_end?.slice(0, 10) ?? null,
  ]);
}
