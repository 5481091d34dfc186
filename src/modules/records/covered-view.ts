import { z } from "zod";
import { MEASURES } from "../activities/index.ts";

const numberOrNull = z.union([z.number(), z.null()]);

/** What a record covers, with the rows that are its evidence. */
export const coveredView = z.object({
  period_from: z.iso.date(),
  period_to: z.iso.date(),
  accounts: z.array(z.string()),
  supplier: z.union([z.string(), z.null()]),
  /** Records that cover the same, this one included: they are held against the rows together. */
  record_count: z.int(),
  /** Rows that are evidence of these records, and those whose purchase another document counts. */
  row_count: z.int(),
  /** The figures that all these records state; rows null: at least one row has none that can be compared. */
  figures: z.array(z.object({ measure: z.enum(MEASURES), unit: z.string(), records: z.number(), rows: numberOrNull })),
  /** Documents that count purchases of which covered rows tell. */
  counted_by_document_ids: z.array(z.uuid()),
  /** They differ: the oldest of the records waits for review, and nothing of it is in the totals. */
  is_asked: z.boolean(),
});

export type CoveredView = z.infer<typeof coveredView>;
