import type { ReactNode } from "react";
import { isOfCalendarYear, NoneAnswers } from "./none-answers.tsx";
import type { OverviewData } from "./queries.ts";

/** What people answered has nothing in the calendar year that is shown. */
export function AnsweredPlaces({ data }: { readonly data: OverviewData }): ReactNode {
  return <NoneAnswers isHere={(answer) => isOfCalendarYear(answer, data)} />;
}
