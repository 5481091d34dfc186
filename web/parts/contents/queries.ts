import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";

export type FileContents = Operations["get_upload_file_contents"]["output"];
export type Invoice = NonNullable<FileContents["invoice"]>;
export type Table = NonNullable<FileContents["table"]>;

interface Wanted {
  readonly id: string;
  /** Undefined: from the beginning, or from a little before the line. */
  readonly first: number | undefined;
  readonly activity_id: string | undefined;
}

/** What an electronic invoice or a table says, from a line or row on. */
export function useContents(company: string, { id, first, activity_id }: Wanted) {
  return useQuery({
    queryKey: ["contents", company, id, first, activity_id],
    queryFn: () =>
      call(company, "get_upload_file_contents", {
        id,
        ...(first === undefined ? {} : { first }),
        ...(first !== undefined || activity_id === undefined ? {} : { activity_id }),
      }),
    placeholderData: keepPreviousData,
    // A file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
