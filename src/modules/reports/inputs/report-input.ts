import { z } from "zod";
import { SCHEMA_NAMES } from "../../../core/schema-names.ts";
import { INPUT_STATUSES } from "../datapoints/report-input.ts";

/** Longest text of an answer, characters: about eight pages. */
export const TEXT_MAX = 20_000;
/** Members of an enumeration set; NACE has 996 codes. */
const SET_MAX = 1_000;
const NAME_MAX = 300;

/** A name of the catalog or of a row, as callers write it. */
export const nameInput = z.string().min(1).max(NAME_MAX);

export const yearInput = z.int().min(1990).max(2100);

/** The forms that answers come in; which one a datapoint takes is its kind. */
export const inputValue = z.union([
  z.number(),
  z.string().max(TEXT_MAX),
  z.boolean(),
  z.array(z.string().max(NAME_MAX)).max(SET_MAX),
]);
export type InputValue = z.output<typeof inputValue>;

/** Withdrawn: the answer was taken back; the datapoint counts as not answered. */
export const ANSWER_STATUSES = [...INPUT_STATUSES, "withdrawn"] as const;
export type AnswerStatus = (typeof ANSWER_STATUSES)[number];

/** What a caller says about one cell. */
export const answerFields = {
  member: nameInput
    .describe("Member of the datapoint's dimension, or the key of a row such as a site; absent where there is none")
    .optional(),
  value: inputValue
    .describe(
      "As the datapoint's kind says: number in its unit (12.5 for 12.5 %), text, boolean, date YYYY-MM-DD, year as text YYYY, " +
        "member name, or list of member names. Only with status reported",
    )
    .optional(),
  status: z.enum(ANSWER_STATUSES).describe("Default reported. withdrawn takes an answer back").optional(),
  note: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .describe("Why it is omitted or does not apply; required for omitted")
    .optional(),
  current_id: z
    .uuid()
    .describe("id of the version that you saw: refused when another one is current by now")
    .optional(),
};

/** A version of an answer. */
export const reportInput = z.object({
  id: z.uuid(),
  report_year: z.int(),
  /** Last day of the year; only where another one ends in report_year after it. */
  period_end: z.string().optional(),
  datapoint: z.string(),
  /** Null where the datapoint has no dimension. */
  member: z.union([z.string(), z.null()]),
  version: z.int(),
  status: z.enum(ANSWER_STATUSES),
  value: z.union([inputValue, z.null()]),
  note: z.union([z.string(), z.null()]),
  supersedes_id: z.union([z.uuid(), z.null()]),
  entered_by: z.string(),
  entered_by_name: z.union([z.string(), z.null()]),
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(reportInput, { name: "ReportInput" });
export type ReportInput = z.output<typeof reportInput>;

export const EXAMPLE_INPUT: ReportInput = {
  id: "0198c0de-0000-7000-8000-000000000090",
  report_year: 2025,
  datapoint: "Turnover",
  member: null,
  version: 1,
  status: "reported",
  value: 14_800_000,
  note: null,
  supersedes_id: null,
  entered_by: "api_key:0198c0de-0000-7000-8000-000000000003",
  entered_by_name: 'Key "ERP export"',
  created_at: "2026-01-05T08:00:00.000000Z",
};
