import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { everyDepartment } from "../../parts/departments.ts";

export type Entry = Operations["list_ledger_rows"]["output"]["items"][number];
export type Order = NonNullable<Operations["list_ledger_rows"]["input"]["order"]>;
export const SCOPES = ["1", "2", "3"] as const;
export type Scope = (typeof SCOPES)[number];
export const METHODS = [
  "direct_measurement",
  "supplier_specific",
  "hybrid",
  "fuel_based",
  "distance_based",
  "site_specific",
  "waste_type_specific",
  "average_data",
  "spend_based",
] as const;
export type Method = NonNullable<Operations["list_ledger_rows"]["input"]["calculation_method"]> &
  (typeof METHODS)[number];
export const QUALITIES = ["1", "2", "3", "4", "5"] as const;
export type Quality = (typeof QUALITIES)[number];

export interface Filter {
  readonly year: number;
  readonly scope: Scope | undefined;
  readonly q: string | undefined;
  readonly supplier: string | undefined;
  readonly calculation_method: Method | undefined;
  readonly quality: Quality | undefined;
  readonly department_id: string | undefined;
  readonly order: Order;
}

const PAGE = 100;

/** A filter as the operations take it. */
function asked({ year, scope, q, supplier, calculation_method, quality, department_id }: Omit<Filter, "order">) {
  return {
    from: `${year}-01-01`,
    to: `${year}-12-31`,
    ...(scope === undefined ? {} : { scope }),
    ...(q === undefined ? {} : { q }),
    ...(supplier === undefined ? {} : { supplier }),
    ...(calculation_method === undefined ? {} : { calculation_method }),
    ...(department_id === undefined ? {} : { department_id }),
    ...(quality === undefined ? {} : { data_quality_score: Number(quality) }),
  };
}

/** Entries of a year with their lines, newest or heaviest first. */
export function useEntries(company: string, filter: Filter) {
  return useInfiniteQuery({
    queryKey: ["emissions", company, filter],
    queryFn: ({ pageParam }) =>
      call(company, "list_ledger_rows", {
        ...asked(filter),
        order: filter.order,
        limit: PAGE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** The departments that lines can be of, closed ones with those of earlier years. */
export function useDepartments(company: string) {
  return useQuery({ queryKey: ["every-department", company], queryFn: () => everyDepartment(company) });
}

/** What the filter's entries add up to, of all pages. */
export function useSums(company: string, { order: _order, ...filter }: Filter) {
  return useQuery({
    queryKey: ["emission-sums", company, filter],
    queryFn: () => call(company, "get_ledger_sums", asked(filter)),
  });
}

/** Whether the total of a year is complete, whatever the filter leaves of it. */
export function useIsComplete(company: string, year: number) {
  return useQuery({
    queryKey: ["is-complete", company, year],
    queryFn: async () => {
      const { is_complete } = await call(company, "get_emissions_summary", {
        from: `${year}-01-01`,
        to: `${year}-12-31`,
      });
      return is_complete;
    },
  });
}
