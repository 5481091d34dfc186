import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";

export type Entry = Operations["list_ledger_rows"]["output"]["items"][number];
export type Order = NonNullable<Operations["list_ledger_rows"]["input"]["order"]>;
export type Lineage = Operations["get_emission_lineage"]["output"];
export type Scope = "1" | "2" | "3";

export interface Filter {
  readonly year: number;
  readonly scope: Scope | null;
  readonly order: Order;
}

const PAGE = 100;

const periodOf = ({ year }: Filter) => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/** Entries of a year with their lines, newest or heaviest first. */
export function useEntries(company: string, filter: Filter) {
  const { scope, order } = filter;
  return useInfiniteQuery({
    queryKey: ["emissions", company, filter],
    queryFn: ({ pageParam }) =>
      call(company, "list_ledger_rows", {
        ...periodOf(filter),
        order,
        limit: PAGE,
        ...(scope === null ? {} : { scope }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** What the filter's entries add up to. */
export function useTotals(company: string, filter: Filter) {
  return useQuery({
    queryKey: ["emission-totals", company, filter.year],
    queryFn: () => call(company, "get_emissions_summary", periodOf(filter)),
  });
}

/** How one figure came about; null: none is asked for. */
export function useLineage(company: string, id: string | null) {
  return useQuery({
    queryKey: ["lineage", company, id],
    queryFn: () => call(company, "get_emission_lineage", { id: id ?? "" }),
    enabled: id !== null,
  });
}
