import { useQuery } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import { everyItem } from "../../app/every-item.ts";
import type { Operations } from "../../app/operations.gen.ts";

type Listed = Operations["list_report_inputs"];
export type Datapoint = Listed["output"]["items"][number];
export type Answer = Datapoint["answers"][number];

/** Which report the questions are of, in the reader's language. */
export interface QuestionTerms {
  readonly report_year: number;
  readonly standard_type: NonNullable<Listed["input"]["standard_type"]>;
  readonly language: NonNullable<Listed["input"]["language"]>;
}

/** Begins the key of every question that is kept, so that an answer lets all of them be asked again. */
export const QUESTIONS = "report-questions";

/** The disclosures of the standard, and what each of them lacks. */
export function useSections(company: string, terms: QuestionTerms) {
  return useQuery({
    queryKey: [QUESTIONS, company, "sections", terms],
    queryFn: () => call(company, "get_report_completeness", terms),
    // The figures of the ledger are looked at for it: the list stays while it is asked anew.
    placeholderData: (before) => before,
  });
}

/** What one disclosure asks people, in the order of the standard; pages end early where answers are long. */
export function useQuestions(company: string, terms: QuestionTerms, section: string) {
  return useQuery({
    queryKey: [QUESTIONS, company, "section", terms, section],
    queryFn: async () => {
      const all = await everyItem((cursor) => call(company, "list_report_inputs", { ...terms, section, ...cursor }));
      return all.filter(({ source }) => source !== "ledger" && source !== "derived");
    },
  });
}

/** A question with all of its options and members, where the list leaves them out for their number or cuts an answer. */
export function useWholeQuestion(company: string, terms: QuestionTerms, listed: Datapoint) {
  const { report_year, language } = terms;
  const { id, options, axis, answers, answer_count } = listed;
  const isShortened =
    options === null ||
    (axis !== null && axis.members === null && axis.member_count > 0) ||
    answers.length < answer_count ||
    answers.some(({ is_cut }) => is_cut);
  return useQuery({
    queryKey: [QUESTIONS, company, "whole", terms, id],
    queryFn: () => call(company, "get_report_input", { report_year, language, datapoint: id }),
    enabled: isShortened,
  });
}
