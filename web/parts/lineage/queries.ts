import { useQuery } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";

export type Lineage = Operations["get_emission_lineage"]["output"];

/** How one figure came about; null: none is asked for. */
export function useLineage(company: string, id: string | null) {
  return useQuery({
    queryKey: ["lineage", company, id],
    queryFn: () => call(company, "get_emission_lineage", { id: id ?? "" }),
    enabled: id !== null,
  });
}

/** A factor of the catalogue; null as id: none is asked for. Factors that are in no catalogue are not found. */
export function useFactor(company: string, id: string | null) {
  return useQuery({
    queryKey: ["factor", company, id],
    queryFn: () => call(company, "get_emission_factor", { id: id ?? "" }),
    enabled: id !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
