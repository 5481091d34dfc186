import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../app/call.ts";

const day = (year: number, end: "01-01" | "12-31"): string => `${year}-${end}`;

/** Of lines that wait, those of years to come as well. */
const LAST_DAY = "9999-12-31";

/** Everything that the screen of a calendar year shows; six requests at once. */
export function useOverview(company: string, year: number) {
  return useQuery({
    queryKey: ["overview", company, year],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const period = { from: day(year, "01-01"), to: day(year, "12-31") };
      const before = { from: day(year - 1, "01-01"), to: day(year - 1, "12-31") };
      const [summary, all, months, earlier, categories, stated] = await Promise.all([
        call(company, "get_emissions_summary", period),
        call(company, "get_emissions_summary", { to: LAST_DAY }),
        call(company, "get_emissions_summary", { ...period, group_by: "month" }),
        call(company, "get_emissions_summary", { ...before, group_by: "month" }),
        call(company, "get_emissions_by_category", period),
        // None is longer than 18 months.
        call(company, "get_financial_years", { from_year: year, to_year: year + 2 }),
      ]);
      const today = new Date().toISOString().slice(0, 10);
      return {
        year,
        summary,
        /** Lines that wait in any year, as the queue has them. */
        waiting_lines: all.waiting.lines,
        months: months.items ?? [],
        earlier: earlier.items ?? [],
        categories: categories.items,
        /** Financial years that have begun and have days in the calendar year, in order. */
        financial_years: stated.years.filter(({ from, to }) => from <= today && from <= period.to && to >= period.from),
      };
    },
  });
}

export type OverviewData = NonNullable<ReturnType<typeof useOverview>["data"]>;

export type FinancialYear = OverviewData["financial_years"][number];

/** Whether it is the calendar year that the screen shows. */
export const isCalendarYear = ({ from, to }: { readonly from: string; readonly to: string }): boolean =>
  from.endsWith("-01-01") && to === `${from.slice(0, 4)}-12-31`;
