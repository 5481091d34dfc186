import { z } from "zod";
import type { Context, TenantQueries, TenantTransaction } from "../../core/context.ts";
import { roundedNumber } from "../../core/quantity.ts";
import {
  type Comparison,
  comparisonOf,
  differenceOf,
  differsReason,
  insertCover,
  MEASURES,
  previewedComparison,
  selectCover,
  selectCurrentActivity,
  settleRecord,
  type StatedCover,
} from "../activities/index.ts";
import type { RecordFacts } from "./record-input.ts";
import type { RecordWarning } from "./record-view.ts";

const numberOrNull = z.union([z.number(), z.null()]);

/** What a record covers, with the rows that are its evidence. */
export const coveredView = z.object({
  period_from: z.iso.date(),
  period_to: z.iso.date(),
  accounts: z.array(z.string()),
  supplier: z.union([z.string(), z.null()]),
  /** Rows that are evidence of the record, and those whose purchase another document counts. */
  row_count: z.int(),
  /** The figures that record and rows both have; rows null: at least one row has none that can be compared. */
  figures: z.array(z.object({ measure: z.enum(MEASURES), unit: z.string(), record: z.number(), rows: numberOrNull })),
  /** Documents that count purchases of which covered rows tell. */
  counted_by_document_ids: z.array(z.uuid()),
  /** They differ: the record waits for review, and nothing of it is in the totals. */
  is_asked: z.boolean(),
});

export type CoveredView = z.infer<typeof coveredView>;

/** The cover of a record as it is told, and what whoever records should know of it. */
export interface ToldCover {
  readonly covers: CoveredView | null;
  readonly warnings: readonly RecordWarning[];
}

const NOTHING_COVERED: ToldCover = { covers: null, warnings: [] };

/** Keeps what a record covers that was written before in the transaction, which holds the audit chain, and settles it with the rows. */
export async function coverRows(
  ctx: Context,
  tx: TenantTransaction,
  activity_id: string,
  covers: StatedCover | undefined,
): Promise<ToldCover> {
  if (covers === undefined) return NOTHING_COVERED;
  await insertCover(tx, activity_id, covers);
  await settleRecord(ctx, tx, activity_id);
  const [cover, record] = [await selectCover(tx, activity_id), await selectCurrentActivity(tx, activity_id)];
  if (cover === undefined || record === undefined) throw new Error("a record that was just written is not there");
  return told(covers, await comparisonOf(ctx, tx, cover, record));
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
  const difference = differenceOf(comparison, null);
  const figures = figuresOf(comparison);
  const view = {
    period_from,
    period_to,
    accounts: [...accounts],
    supplier,
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
    const record = stated[measure];
    const ofRows = rows[measure];
    if (record === null) return [];
    const name = (measure === "quantity" ? unit : currency) ?? "";
    return [
      { measure, unit: name, record: roundedNumber(record), rows: ofRows === null ? null : roundedNumber(ofRows) },
    ];
  });
}

const NOT_COMPARED =
  "The rows have no figure that the record states as well: nobody is asked when they differ. State the other figure too, e.g. the " +
  "net_amount that was booked beside the kilometres.";

function warning(code: string, message: string): RecordWarning {
  return { code, message, activity_id: null };
}
