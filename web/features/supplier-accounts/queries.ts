import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call, Refusal } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";

export type Supplier = Operations["list_supplier_identities"]["output"]["items"][number];
export type AccountRecord = Operations["list_supplier_account"]["output"]["items"][number];
export type LinkEffect = Operations["decide_purchase_link"]["output"];

export type Merge = Operations["list_supplier_merges"]["output"]["items"][number];
export type MergeFilter = Pick<Operations["list_supplier_merges"]["input"], "state" | "supplier_identity_id">;
export type Choice = Operations["decide_supplier_merge"]["input"]["decision"];

const PAGE = 50;
/** Each is two suppliers with all that names them. */
const PAIRS = 20;

/** The suppliers that the company's documents name, newest first; "" as what is looked for: all. */
export function useSuppliers(company: string, sought: string) {
  return useInfiniteQuery({
    queryKey: ["suppliers", company, sought],
    queryFn: ({ pageParam }) =>
      call(company, "list_supplier_identities", {
        limit: PAGE,
        ...(sought === "" ? {} : { identifier: sought }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** A filter that finds nothing is refused, so that a program hears of its slip. */
export function isUnknown(error: Error): boolean {
  return error instanceof Refusal && error.issues.some(({ code }) => code === "unknown_identifier");
}

/** One supplier of the register. */
export function useSupplier(company: string, id: string) {
  return useQuery({
    queryKey: ["supplier", company, id],
    queryFn: () => call(company, "get_supplier_identity", { id }),
  });
}

/** What is recorded of one supplier, newest first. */
export function useAccount(company: string, id: string) {
  return useInfiniteQuery({
    queryKey: ["supplier-account", company, id],
    queryFn: ({ pageParam }) =>
      call(company, "list_supplier_account", {
        id,
        limit: PAGE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** Pairs of suppliers that may be one, and what was decided about pairs, newest first. */
export function useMerges(company: string, filter: MergeFilter) {
  return useInfiniteQuery({
    queryKey: ["supplier-merges", company, filter],
    queryFn: ({ pageParam }) =>
      call(company, "list_supplier_merges", {
        limit: PAIRS,
        ...filter,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}
