import { z } from "zod";
import { SCHEMA_NAMES } from "../../../core/schema-names.ts";
import { told } from "../../../core/told.ts";
import { pendingRestatement } from "../../activities/index.ts";
import { coveredView } from "../covered-view.ts";
import { RECORD_SUBJECT_NAMES } from "./record-columns.ts";

const numberOrNull = z.union([z.number(), z.null()]);
const textOrNull = z.union([z.string(), z.null()]);
const idOrNull = z.union([z.uuid(), z.null()]);

const rowIssue = z.object({
  column: textOrNull,
  heading: textOrNull,
  code: z.string(),
  message: z.string(),
  /** The message as a code with what stands in it; `typed`: the code has no words, and the message stands as it is. */
  told,
});

const recordedRow = z.object({
  /** As spreadsheet programs number it: the headings stand in row 1. */
  row: z.int(),
  /** In a dry run: what it would become. */
  status: z.enum(["recorded", "already_recorded", "wrong"]),
  /** Of a row that was recorded before, that activity. */
  activity_id: idOrNull,
  category_id: textOrNull,
  /** Of a survey, that of all employees. */
  quantity: numberOrNull,
  unit: textOrNull,
  /** Of a survey: answers per employee, percent. */
  response_rate_percent: numberOrNull,
  co2e_market_based_kg: numberOrNull,
  co2e_location_based_kg: numberOrNull,
  /** How a survey was scaled up. */
  steps: z.array(z.string()),
  /** The same steps as codes with what stands in them. */
  steps_told: z.array(told),
  /** The rows of the books that it covers; null: it names none. */
  covers: z.union([coveredView, z.null()]),
  /** What waits of it for a closed year to be restated; absent: nothing does. */
  pending_restatements: z.array(pendingRestatement).optional(),
  issues: z.array(rowIssue),
});

/** What the rows of a file became. Sums are of the rows that count anew, null without any. */
export const recordedFile = z.object({
  is_dry_run: z.boolean(),
  subject: z.enum(RECORD_SUBJECT_NAMES),
  file: z.object({ file_id: z.uuid(), name: z.string(), sha256: z.string() }),
  document_id: idOrNull,
  recorded: z.int(),
  already_recorded: z.int(),
  wrong: z.int(),
  co2e_market_based_kg: numberOrNull,
  co2e_location_based_kg: numberOrNull,
  /** The sums of what waits of the rows for closed years; absent: nothing does. */
  pending_restatements: z.array(pendingRestatement).optional(),
  rows: z.array(recordedRow),
});
SCHEMA_NAMES.add(recordedFile, { name: "RecordedFile" });

export type RecordedFile = z.infer<typeof recordedFile>;
export type RecordedRow = z.infer<typeof recordedRow>;

/** One month of kilometres, booked. */
export const RECORDED_FILE_EXAMPLE: RecordedFile = {
  is_dry_run: false,
  subject: "mileage",
  file: {
    file_id: "0198c0de-0000-7000-8000-000000000006",
    name: "mileage.csv",
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  },
  document_id: "0198c0de-0000-7000-8000-000000000005",
  recorded: 1,
  already_recorded: 0,
  wrong: 0,
  co2e_market_based_kg: 207.39,
  co2e_location_based_kg: 207.39,
  rows: [
    {
      row: 2,
      status: "recorded",
      activity_id: "0198c0de-0000-7000-8000-000000000004",
      category_id: "transport.travel.private_car",
      quantity: 1240,
      unit: "km",
      response_rate_percent: null,
      co2e_market_based_kg: 207.39,
      co2e_location_based_kg: 207.39,
      steps: [],
      steps_told: [],
      covers: null,
      issues: [],
    },
  ],
};
