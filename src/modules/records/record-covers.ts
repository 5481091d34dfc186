import type { Context, TenantQueries, TenantTransaction } from "../../core/context.ts";
import { roundedNumber } from "../../core/quantity.ts";
import {
  type Comparison,
  coverComparison,
  coverKey,
  differenceOf,
  differsReason,
  insertCover,
  MEASURES,
  previewedComparison,
  settleRecord,
  type StatedCover,
} from "../activities/index.ts";
import type { CoveredView } from "./covered-view.ts";
import type { RecordFacts } from "./record-input.ts";
import type { RecordWarning } from "./record-view.ts";

/** The cover of a record as it is told, and what whoever records should know of it. */
export interface ToldCover {
  readonly covers: CoveredView | null;
  readonly warnings: readonly RecordWarning[];
}

const NOTHING_COVERED: ToldCover = { covers: null, warnings: [] };

/** A record that was written, with what it covers. */
export interface CoveringRecord {
  readonly activity_id: string;
  readonly covers: StatedCover | undefined;
}

/**
 * Keeps what records cover that were written before in the transaction, which holds the audit chain, and settles them with the rows:
 * all of them, before any is held against the rows. The answer has the order of the records.
 */
export async function coverRows(
  ctx: Context,
  tx: TenantTransaction,
  records: readonly CoveringRecord[],
): Promise<readonly ToldCover[]> {
  const firsts = new Map<string, string>();
  for (const { activity_id, covers } of records) {
    if (covers === undefined) continue;
    await insertCover(tx, activity_id, covers);
    if (!firsts.has(coverKey(covers))) firsts.set(coverKey(covers), activity_id);
  }
  for (const activity_id of firsts.values()) await settleRecord(ctx, tx, activity_id);
  const comparisons = new Map<string, Comparison>();
  const covered: ToldCover[] = [];
  for (const { covers } of records) {
    if (covers === undefined) {
      covered.push(NOTHING_COVERED);
      continue;
    }
    const comparison = comparisons.get(coverKey(covers)) ?? (await coverComparison(ctx, tx, covers));
    comparisons.set(coverKey(covers), comparison);
    covered.push(told(covers, comparison));
  }
  return covered;
}

/** The same of a record that is only tried. */
export async function previewCover(ctx: Context, tx: TenantQueries, facts: RecordFacts): Promise<ToldCover> {
  const { covers, quantity, amount, transaction_date } = facts;
  if (covers === undefined) return NOTHING_COVERED;
  const record = {
    split_quantity: quantity?.value ?? null,
    split_unit: quantity?.unit ?? null,
    allocated_amount: amount?.value ?? null,
    allocated_currency: amount?.currency ?? null,
    amount: null,
    quantity: null,
    unit: null,
    transaction_date,
  };
  return told(covers, await previewedComparison(ctx, tx, covers, record));
}

function told(covers: StatedCover, comparison: Comparison): ToldCover {
  const { period_from, period_to, accounts, supplier } = covers;
  const difference = differenceOf(comparison, comparison.answered);
  const figures = figuresOf(comparison);
  const view = {
    period_from,
    period_to,
    accounts: [...accounts],
    supplier,
    record_count: comparison.record_count,
    row_count: comparison.row_count,
    figures,
    counted_by_document_ids: [...comparison.document_ids],
    is_asked: difference !== null,
  };
  const isCompared = comparison.row_count === 0 || figures.some(({ rows }) => rows !== null);
  return {
    covers: view,
    warnings: [
      ...(difference === null ? [] : [warning("record_differs", differsReason(covers, comparison, difference).detail)]),
      ...(isCompared ? [] : [warning("rows_not_compared", NOT_COMPARED)]),
    ],
  };
}

function figuresOf({ stated, rows, unit, currency }: Comparison): CoveredView["figures"] {
  return MEASURES.flatMap((measure) => {
    const records = stated[measure];
    const ofRows = rows[measure];
    if (records === null) return [];
    const name = (measure === "quantity" ? unit : currency) ?? "";
    return [
      { measure, unit: name, records: roundedNumber(records), rows: ofRows === null ? null : roundedNumber(ofRows) },
    ];
  });
}

const NOT_COMPARED =
  "The rows have no figure that the record states as well: nobody is asked when they differ. State the other figure too, e.g. the " +
  "net_amount that was booked beside the kilometres.";

function warning(code: string, message: string): RecordWarning {
  return { code, message, activity_id: null };
}
