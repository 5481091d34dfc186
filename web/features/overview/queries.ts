import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../app/call.ts";

const day = (year: number, end: "01-01" | "12-31"): string => `${year}-${end}`;

/** Everything that the screen of a calendar year shows; five requests at once. */
export function useOverview(company: string, year: number) {
  return useQuery({
    queryKey: ["overview", company, year],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const period = { from: day(year, "01-01"), to: day(year, "12-31") };
      const before = { from: day(year - 1, "01-01"), to: day(year - 1, "12-31") };
      const [summary, all, months, earlier, categories] = await Promise.all([
        call(company, "get_emissions_summary", period),
        call(company, "get_emissions_summary", {}),
        call(company, "get_emissions_summary", { ...period, group_by: "month" }),
        call(company, "get_emissions_summary", { ...before, group_by: "month" }),
        call(company, "get_emissions_by_category", period),
      ]);
      return {
        year,
        summary,
        /** Lines that wait in any year, as the queue has them. */
        waiting_lines: all.waiting.lines,
        months: months.items ?? [],
        earlier: earlier.items ?? [],
        categories: categories.items,
      };
    },
  });
}

export type OverviewData = NonNullable<ReturnType<typeof useOverview>["data"]>;
