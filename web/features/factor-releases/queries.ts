import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { refreshCompany } from "../../app/refresh.ts";

export type ReleasesOfYear = Operations["get_factor_releases"]["output"];
export type ReleaseRun = Operations["get_factor_release_run"]["output"];
export type AskedRelease = Operations["preview_factor_releases"]["input"]["releases"][number];

/** Lines that one look shows. */
const LINES = 20;
/** Runs of a year that one look shows. */
const RUNS = 10;
/** A run of some thousand lines takes seconds. */
const RUN_MS = 1000;

/** The company's financial years that have begun, the newest first. */
export function useBegunYears(company: string) {
  return useQuery({
    queryKey: ["financial-years", company],
    queryFn: () => call(company, "get_financial_years", {}),
    select: ({ years }) => {
      const today = new Date().toISOString().slice(0, 10);
      return years.filter(({ from }) => from <= today).toReversed();
    },
  });
}

/** By which releases a year counts, and which ones ship. */
export function useReleases(company: string, period_end: string) {
  return useQuery({
    queryKey: ["factor-releases", company, period_end],
    queryFn: () => call(company, "get_factor_releases", { period_end }),
  });
}

/** Previews of a year, newest first; asked for again while one is at work. */
export function useReleaseRuns(company: string, period_end: string) {
  return useQuery({
    queryKey: ["factor-release-runs", company, period_end],
    queryFn: async () => (await call(company, "list_factor_release_runs", { period_end, limit: RUNS })).items,
    refetchInterval: ({ state }) => (state.data?.some(isAtWork) === true ? RUN_MS : false),
  });
}

export function isAtWork({ status }: Pick<ReleaseRun, "status">): boolean {
  return status === "previewing" || status === "applying";
}

/** The lines that a preview would change, newest first. */
export function useReleaseLines(company: string, id: string) {
  return useInfiniteQuery({
    queryKey: ["factor-release-lines", company, id],
    queryFn: ({ pageParam }) =>
      call(company, "list_factor_release_lines", {
        id,
        limit: LINES,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** Asks for a preview, and applies one; answers when the run has ended. */
export function useReleaseDecisions(company: string) {
  const queries = useQueryClient();
  const ended = async (first: ReleaseRun): Promise<ReleaseRun> => {
    let run = first;
    while (isAtWork(run)) {
      await new Promise((resolve) => setTimeout(resolve, RUN_MS));
      run = await call(company, "get_factor_release_run", { id: run.id });
    }
    await refreshCompany(queries, company);
    return run;
  };
  return {
    preview: async (period_end: string, releases: AskedRelease[]): Promise<ReleaseRun> =>
      await ended(await call(company, "preview_factor_releases", { period_end, releases })),
    apply: async (id: string, reason: string): Promise<ReleaseRun> =>
      await ended(await call(company, "apply_factor_releases", { id, ...(reason === "" ? {} : { reason }) })),
  };
}
