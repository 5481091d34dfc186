import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { everyItem } from "../../app/every-item.ts";
import { useFormats, useTexts } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { refreshCompany } from "../../app/refresh.ts";
import { Decisions } from "../../parts/form/decision.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import { NONE_TEXTS } from "./none-texts.ts";
import styles from "./overview.module.css";
import { isCalendarYear, type OverviewData } from "./queries.ts";

type Answered = Operations["list_none_answers"]["output"]["items"][number];

/**
 * Whether an answer is told with the financial year that it is about: it is one of those shown, no calendar year, and does not make its place
 * nothing in the whole calendar year.
 */
export function isOfOwnYear(answer: Answered, { financial_years, summary: { none } }: OverviewData): boolean {
  const { scope, scope3_category, period_from, period_to } = answer;
  const isNone =
    scope3_category === null ? none.scopes.includes(scope) : none.scope3_categories.includes(scope3_category);
  return (
    !isNone &&
    financial_years.some((year) => !isCalendarYear(year) && year.from === period_from && year.to === period_to)
  );
}

/** Whether an answer is told with the calendar year. */
export function isOfCalendarYear(answer: Answered, data: OverviewData): boolean {
  const touches = answer.period_from <= `${data.year}-12-31` && answer.period_to >= `${data.year}-01-01`;
  return touches && !isOfOwnYear(answer, data);
}

interface NoneAnswersProps {
  /** Which answers are shown. */
  readonly isHere: (answer: Answered) => boolean;
}

/** Answers that there is nothing, with their reasons; who may takes one back. */
export function NoneAnswers({ isHere }: NoneAnswersProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(NONE_TEXTS);
  const formats = useFormats();
  const queries = useQueryClient();
  const mayAnswer = useMay("activities:write");
  const { data, error, refetch } = useQuery({
    queryKey: ["none-answers", company.id],
    queryFn: () => everyItem((cursor) => call(company.id, "list_none_answers", { limit: 200, ...cursor })),
  });
  if (data === undefined) return error === null ? <Loading /> : <Fault error={error} again={() => void refetch()} />;
  const withdraw = async (id: string, reason: string): Promise<void> => {
    await call(company.id, "withdraw_none_answer", { id, reason });
    await refreshCompany(queries, company.id);
  };
  const nameOf = (answer: Answered): string => {
    const { scope, scope3_category, period_from: from, period_to: to } = answer;
    const place = scope3_category === null ? `Scope ${scope}` : texts.category(scope3_category);
    const days = isCalendarYear({ from, to }) ? "" : `, ${texts.days(formats.day(from), formats.day(to))}`;
    return place + days;
  };
  const answers = data.filter((answer) => answer.status === "none" && isHere(answer));
  if (answers.length === 0) return null;
  return (
    <ul className={styles.names}>
      {answers.map((answer) => {
        const name = nameOf(answer);
        const act = async (why: string): Promise<void> => await withdraw(answer.id, why);
        const decision = { label: texts.take_back, ask: texts.why_back, isReasonRequired: true, act };
        return (
          <li key={answer.id}>
            <span>
              {name}: {answer.reason} <span className="soft">{answer.answered_by_name}</span>
            </span>
            {mayAnswer ? <Decisions of={name} decisions={[decision]} not_done={texts.not_answered} /> : null}
          </li>
        );
      })}
    </ul>
  );
}
