import { z } from "zod";
import { conditionHolds } from "../facts/condition.ts";
import { datapointCells } from "../facts/datapoint.ts";
import { ANSWER_STATUSES, EXAMPLE_INPUT, inputValue, type ReportInput } from "./report-input.ts";
import type { AskedDatapoint, Named } from "./asked-datapoints.ts";
import type { YearAnswers } from "./year-answers.ts";

/** Members that a list shows with a datapoint; longer lists are read with the datapoint itself. */
const LISTED_MEMBERS = 20;

const named = z.object({ name: z.string(), label: z.string() });
const nullable = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()]);

/** The current version of one cell. */
const answerView = z.object({
  member: nullable(z.string()),
  status: z.enum(ANSWER_STATUSES),
  value: nullable(inputValue),
  note: nullable(z.string()),
  input_id: z.uuid(),
  version: z.int(),
  entered_by: z.string(),
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
  answers: z.array(answerView),
});
export type DatapointView = z.output<typeof datapointView>;

type Labels = "da" | "en";

/** The datapoint as lists show it. */
export function listedDatapoint(datapoint: AskedDatapoint, language: Labels, answers: YearAnswers): DatapointView {
  const { axis, options } = datapoint;
  const short = (list: readonly Named[]) => (list.length > LISTED_MEMBERS ? null : list.map(namedIn(language)));
  const shown = axis === null || axis.members === null ? null : short(axis.members);
  return view(datapoint, language, answers, { members: shown, options: short(options) });
}

/** The same with every member and option that there is. */
export function wholeDatapoint(datapoint: AskedDatapoint, language: Labels, answers: YearAnswers): DatapointView {
  const members = datapoint.axis?.members?.map(namedIn(language)) ?? null;
  return view(datapoint, language, answers, { members, options: datapoint.options.map(namedIn(language)) });
}

function view(
  datapoint: AskedDatapoint,
  language: Labels,
  given: YearAnswers,
  shown: Pick<DatapointView, "options"> & { readonly members: NonNullable<DatapointView["axis"]>["members"] },
): DatapointView {
  const { id, section, kind, unit, requirement, source, axis, options } = datapoint;
  const answers = given.of(id).map(toAnswer);
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
    applies: conditionHolds(datapoint.condition, given.known),
    is_answered: answers.length > 0,
    answers,
  };
}

function namedIn(language: Labels) {
  return ({ name, label }: Named) => ({ name, label: label[language] });
}

function toAnswer({ id, report_year: _year, datapoint: _name, supersedes_id: _before, ...answer }: ReportInput) {
  return { ...answer, input_id: id };
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
  answers: [
    {
      member: null,
      status: "reported",
      value: 14_800_000,
      note: null,
      input_id: EXAMPLE_INPUT.id,
      version: 1,
      entered_by: EXAMPLE_INPUT.entered_by,
      created_at: EXAMPLE_INPUT.created_at,
    },
  ],
};
