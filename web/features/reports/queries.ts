import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";

export type ReportTerms = Operations["generate_report"]["input"];
export type Report = Operations["list_reports"]["output"]["items"][number];
export type Job = Operations["get_report_status"]["output"];

const SHOWN = 50;
const POLL_MS = 1500;

export function useReports(company: string) {
  return useQuery({ queryKey: ["reports", company], queryFn: () => call(company, "list_reports", { limit: SHOWN }) });
}

/** A report that is being made, asked for until it ends; then the list is asked for again. */
export function useJob(company: string, id: string | null) {
  const queries = useQueryClient();
  const job = useQuery({
    queryKey: ["report-job", company, id],
    queryFn: () => call(company, "get_report_status", { id: id ?? "" }),
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) => (isOver(data) ? false : POLL_MS),
  });
  const ended = isOver(job.data);
  useEffect(() => {
    if (ended) void queries.invalidateQueries({ queryKey: ["reports", company] });
  }, [ended, queries, company]);
  return job;
}

function isOver(job: Job | undefined): boolean {
  return job?.status === "completed" || job?.status === "failed";
}
