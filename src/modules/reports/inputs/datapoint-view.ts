import { z } from "zod";
import { fittingRows } from "../../../core/page-size.ts";
import { SCHEMA_NAMES } from "../../../core/schema-names.ts";
import { conditionHolds } from "../datapoints/condition.ts";
import { datapointCells } from "../datapoints/datapoint.ts";
import { ANSWER_STATUSES, EXAMPLE_INPUT, inputValue, type ReportInput } from "./report-input.ts";
import type { AskedDatapoint, Named } from "./asked-datapoints.ts";
import { beginning } from "./listed-answer.ts";
import type { YearAnswers } from "./year-answers.ts";

/** Members and answers that a list shows with a datapoint; longer lists are read with the datapoint itself. */
const LISTED_MEMBERS = 20;
const LISTED_ANSWERS = 20;
/** Answers with the datapoint itself, in characters as JSON; one row's is read by its member. */
const ANSWERS_CHARACTERS_MAX = 1_000_000;

const named = z.object({ name: z.string(), label: z.string() });
const nullable = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()]);

/** The current version of one cell. */
const answerView = z.object({
  member: nullable(z.string()),
  status: z.enum(ANSWER_STATUSES),
  value: nullable(inputValue),
  note: nullable(z.string()),
  /** Whether value or note is only the beginning; never with the datapoint itself. */
  is_cut: z.boolean(),
  input_id: z.uuid(),
  version: z.int(),
  entered_by: z.string(),
  entered_by_name: z.union([z.string(), z.null()]),
  created_at: z.iso.datetime(),
});

/** What a datapoint asks for, and what is answered. */
export const datapointView = z.object({
  /** The datapoint's own name in every report and request. */
  id: z.string(),
  section: z.string(),
  label: z.string(),
  help: z.string(),
  kind: z.string(),
  unit: nullable(z.string()),
  requirement: datapointCells.shape.requirement,
  /** As in the catalog: an answer goes before what is computed where it ends in _or_input, and is refused without input. */
  source: datapointCells.shape.source,
  /** What it is asked per; null: once. Members are null where the company names its own rows. */
  axis: nullable(z.object({ name: z.string(), member_count: z.int(), members: nullable(z.array(named)) })),
  option_count: z.int(),
  /** Members of an enumeration; null: read the datapoint itself for a list as long as this one. */
  options: nullable(z.array(named)),
  /** By the answers so far; null: it depends on what nobody has answered. */
  applies: nullable(z.boolean()),
  is_answered: z.boolean(),
  /** How many cells are answered; `answers` may be fewer. */
  answer_count: z.int(),
  answers: z.array(answerView),
});
SCHEMA_NAMES.add(datapointView, { name: "ReportDatapoint" });
export type DatapointView = z.output<typeof datapointView>;

type Labels = "da" | "en";

/** The datapoint as lists show it. */
export function listedDatapoint(datapoint: AskedDatapoint, language: Labels, answers: YearAnswers): DatapointView {
  const { axis, options } = datapoint;
  const short = (list: readonly Named[]) => (list.length > LISTED_MEMBERS ? null : list.map(namedIn(language)));
  const shown = axis === null || axis.members === null ? null : short(axis.members);
  const current = answers.of(datapoint.id).map(toAnswer);
  const listed = current.slice(0, LISTED_ANSWERS).map(beginning);
  return {
    ...view(datapoint, language, answers, { members: shown, options: short(options) }),
    answer_count: current.length,
    answers: listed,
  };
}

/** The same with every member, option and answer that there is; with `member` only its answer, as long as all may be. */
export function wholeDatapoint(
  datapoint: AskedDatapoint,
  language: Labels,
  { answers, member }: { readonly answers: YearAnswers; readonly member: string | null },
): DatapointView {
  const members = datapoint.axis?.members?.map(namedIn(language)) ?? null;
  const current = answers.of(datapoint.id).filter((answer) => member === null || answer.member === member);
  return {
    ...view(datapoint, language, answers, { members, options: datapoint.options.map(namedIn(language)) }),
    answer_count: current.length,
    answers: fittingRows(current.map(toAnswer), ANSWERS_CHARACTERS_MAX),
  };
}

function view(
  datapoint: AskedDatapoint,
  language: Labels,
  answers: YearAnswers,
  shown: Pick<DatapointView, "options"> & { readonly members: NonNullable<DatapointView["axis"]>["members"] },
): Omit<DatapointView, "answer_count" | "answers"> {
  const { id, section, kind, unit, requirement, source, axis, options } = datapoint;
  return {
    id,
    section,
    label: datapoint.label[language],
    help: datapoint.help[language],
    kind,
    unit,
    requirement,
    source,
    axis: axis === null ? null : { name: axis.name, member_count: axis.members?.length ?? 0, members: shown.members },
    option_count: options.length,
    options: shown.options,
    applies: conditionHolds(datapoint.condition, answers.known),
    is_answered: answers.of(id).length > 0,
  };
}

function namedIn(language: Labels) {
  return ({ name, label }: Named) => ({ name, label: label[language] });
}

function toAnswer({ id, report_year: _year, datapoint: _name, supersedes_id: _before, ...answer }: ReportInput) {
  return { ...answer, is_cut: false, input_id: id };
}

export const EXAMPLE_DATAPOINT: DatapointView = {
  id: "Turnover",
  section: "B1",
  label: "Turnover",
  help: "VSME 24(e). In the currency of the report (datapoint ReportCurrency, else the company's own).",
  kind: "number",
  unit: "money",
  requirement: "always",
  source: "input",
  axis: null,
  option_count: 0,
  options: [],
  applies: true,
  is_answered: true,
  answer_count: 1,
  answers: [
    {
      member: null,
      status: "reported",
      value: 14_800_000,
      note: null,
      is_cut: false,
      input_id: EXAMPLE_INPUT.id,
      version: 1,
      entered_by: EXAMPLE_INPUT.entered_by,
      entered_by_name: EXAMPLE_INPUT.entered_by_name,
      created_at: EXAMPLE_INPUT.created_at,
    },
  ],
};
