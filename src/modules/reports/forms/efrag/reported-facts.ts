import type { Fact } from "../../datapoints/fact.ts";
import { isFormat2 } from "../pdf/sums.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";

/** What a person has answered to a question that is no datapoint of the report. */
export interface HelperAnswer {
  /** Id of a row of data/vsme/datapoints.csv. */
  readonly datapoint: string;
  readonly member: string | null;
  readonly value: Fact["value"];
}

/** A report as the template is filled from it. */
export type FilledDocument = ReportDocument & {
  /** Figures behind derived datapoints, such as the board members behind their ratio. */
  readonly answers?: readonly HelperAnswer[];
};

/** The facts of a report by what they are about. */
export interface ReportedFacts {
  /** The fact of a concept with exactly this member, or without any. */
  find(concept: string, member: string): Fact | undefined;
  /** Facts with a member or key on an axis, in the order of the report. */
  along(axis: string): readonly Fact[];
  /** The value of a datapoint without an axis, whether it is reported or only a helper. */
  valueOf(datapoint: string): Fact["value"] | undefined;
  /** Whether any fact of a datapoint is reported, whatever it is broken down by. */
  isReported(datapoint: string): boolean;
  /** Whether the report leaves out what it does not know, rather than telling it as zero. */
  readonly tells_unknown: boolean;
}

/** Indexes the facts and answers of a report. */
export function reportedFacts(document: FilledDocument): ReportedFacts {
  const { facts, answers = [] } = document;
  const byMember = new Map<string, Fact>();
  const byAxis = new Map<string, Fact[]>();
  const names = new Set<string>();
  for (const fact of facts) {
    names.add(localName(fact.concept));
    const [dimension, ...others] = Object.entries(fact.dimensions);
    if (others.length > 0) continue;
    byMember.set(`${fact.concept} ${dimension?.[1] ?? ""}`, fact);
    if (dimension !== undefined) byAxis.set(dimension[0], [...(byAxis.get(dimension[0]) ?? []), fact]);
  }
  const helpers = new Map(answers.filter(({ member }) => member === null).map((answer) => [answer.datapoint, answer]));
  return {
    find: (concept, member) => byMember.get(`${concept} ${member}`),
    along: (axis) => byAxis.get(axis) ?? [],
    valueOf: (datapoint) =>
      (byMember.get(`vsme:${datapoint} `) ?? byMember.get(`cl:${datapoint} `) ?? helpers.get(datapoint))?.value,
    isReported: (datapoint) => names.has(datapoint),
    tells_unknown: !isFormat2(document),
  };
}

/** A name without its prefix. */
export function localName(concept: string): string {
  return concept.slice(concept.indexOf(":") + 1);
}
