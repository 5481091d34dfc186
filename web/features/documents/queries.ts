import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { refreshCompany } from "../../app/refresh.ts";

export type StoredFile = Operations["list_upload_files"]["output"]["items"][number];
export type EnteredFile = Omit<Operations["enter_upload_file"]["input"], "id">;

const PAGE = 50;

/** Files of the company, newest first; those that somebody has to enter, or all. */
export function useFiles(company: string, missing: boolean) {
  return useInfiniteQuery({
    queryKey: ["files", company, missing],
    queryFn: ({ pageParam }) =>
      call(company, "list_upload_files", {
        limit: PAGE,
        ...(missing ? { needs_entry: true } : {}),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** Books a file by what a person read on it, or leaves it out. */
export function useEntering(company: string) {
  const queries = useQueryClient();
  const refresh = async (): Promise<void> => await refreshCompany(queries, company);
  return {
    enter: async (id: string, facts: EnteredFile): Promise<void> => {
      await call(company, "enter_upload_file", { id, ...facts });
      await refresh();
    },
    leaveOut: async (id: string, reason: string): Promise<void> => {
      await call(company, "exclude_upload_file", { id, reason });
      await refresh();
    },
  };
}
