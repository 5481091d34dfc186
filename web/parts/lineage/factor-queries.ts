import { useQuery } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";
import type { Correction } from "./line-queries.ts";

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
