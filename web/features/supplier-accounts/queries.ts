import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";

export type Supplier = Operations["list_supplier_identities"]["output"]["items"][number];
export type AccountRecord = Operations["list_supplier_account"]["output"]["items"][number];
export type LinkEffect = Operations["decide_purchase_link"]["output"];

const PAGE = 50;

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
