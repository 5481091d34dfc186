import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { refreshCompany } from "../../app/refresh.ts";

export type CompanyFactor = Operations["list_company_factors"]["output"]["items"][number];
export type FactorStatus = CompanyFactor["status"];
export type FactorInput = Operations["submit_company_factor"]["input"];
export const STATUSES: readonly FactorStatus[] = ["submitted", "approved", "rejected", "withdrawn"];

const PAGE = 50;

/** The company's own factors, newest first; null: in every status. */
export function useCompanyFactors(company: string, status: FactorStatus | null) {
  return useInfiniteQuery({
    queryKey: ["company-factors", company, status],
    queryFn: ({ pageParam }) =>
      call(company, "list_company_factors", {
        limit: PAGE,
        ...(status === null ? {} : { status }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** States a factor with its evidence, and decides about one; lists are asked for again. */
export function useFactorDecisions(company: string) {
  const queries = useQueryClient();
  const after = async (work: Promise<unknown>): Promise<void> => {
    await work;
    await refreshCompany(queries, company);
  };
  return {
    submit: (input: FactorInput): Promise<void> => after(call(company, "submit_company_factor", input)),
    approve: (id: string, reason: string): Promise<void> =>
      after(call(company, "approve_company_factor", { id, ...(reason === "" ? {} : { reason }) })),
    reject: (id: string, reason: string): Promise<void> =>
      after(call(company, "reject_company_factor", { id, reason })),
    withdraw: (id: string, reason: string): Promise<void> =>
      after(call(company, "withdraw_company_factor", { id, reason })),
  };
}
