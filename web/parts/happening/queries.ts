import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";

export type Happening = Operations["list_feed"]["output"]["items"][number];
export type HappeningKind = Happening["kind"];

/** What of the feed is shown; undefined: all. */
export interface FeedFilter {
  readonly kind?: HappeningKind | undefined;
  readonly actor?: string | undefined;
}

/** What happened in the company, newest first, some per page. */
export function useFeed(company: string, filter: FeedFilter, limit: number) {
  return useInfiniteQuery({
    queryKey: ["feed", company, filter, limit],
    queryFn: ({ pageParam }) =>
      call(company, "list_feed", { ...filter, limit, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}
