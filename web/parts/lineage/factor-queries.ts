import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { refreshCompany } from "../../app/refresh.ts";
import type { Corrected, Correction } from "./line-queries.ts";

export type Candidate = Operations["get_factor_candidates"]["output"]["candidates"][number];
export type OwnCandidate = Operations["get_factor_candidates"]["output"]["company_factors"][number];
export type Facts = NonNullable<Correction["facts"]>;

/** The factors by which an activity could be counted, the one that counts it first. */
export function useFactorCandidates(company: string, activity_id: string) {
  return useQuery({
    queryKey: ["factor-candidates", company, activity_id],
    queryFn: () => call(company, "get_factor_candidates", { id: activity_id }),
  });
}

/** Previews and states another factor, and takes the newest change back; what is shown of the company is asked for again. */
export function useFactorChange(company: string, activity_id: string) {
  const queries = useQueryClient();
  return {
    change: async (correction: Correction): Promise<Corrected> => {
      const answer = await call(company, "correct_activity", { id: activity_id, ...correction });
      if (correction.dry_run !== true) await refreshCompany(queries, company);
      return answer;
    },
    /** Unless somebody has changed the line since it had this version. */
    undo: async (reason: string, version: string): Promise<void> => {
      try {
        await call(company, "undo_activity_change", { id: activity_id, reason, version });
      } finally {
        await refreshCompany(queries, company);
      }
    },
  };
}
