import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { refreshCompany } from "../../app/refresh.ts";

export type ReviewPage = Operations["list_review_items"]["output"];
export type ReviewItem = ReviewPage["items"][number];
export type Facts = NonNullable<Operations["accept_review_item"]["input"]["facts"]>;

/** Lines that one look at the queue shows. */
const SHOWN = 100;

const keyOf = (company: string) => ["review", company] as const;

export function useReviewItems(company: string) {
  return useQuery({
    queryKey: keyOf(company),
    queryFn: () => call(company, "list_review_items", { limit: SHOWN }),
  });
}

export type ReviewGroup = Operations["list_review_groups"]["output"]["items"][number];
export type GroupDecision = Operations["decide_review_group"]["output"];
export type GroupInput = Omit<Operations["decide_review_group"]["input"], "id">;

/** Groups that one look shows; those of one line are lines of the queue. */
export function useReviewGroups(company: string) {
  return useQuery({
    queryKey: ["review-groups", company],
    queryFn: async () => {
      const { items } = await call(company, "list_review_groups", { limit: SHOWN });
      return items.filter(({ line_count }) => line_count > 1);
    },
  });
}

type Pending = NonNullable<Operations["accept_review_item"]["output"]["pending_restatements"]>;

/** Last days of the closed years that a change waits for, each once. */
function yearsWaitedFor(
  answers: readonly { readonly pending_restatements?: Pending | undefined }[],
): readonly string[] {
  const days = answers.flatMap(({ pending_restatements: pending = [] }) => pending.map(({ period_end }) => period_end));
  return [...new Set(days)].toSorted();
}

/** A decision about a group, with the last days of the closed years that its lines wait for. */
export interface DecidedGroup {
  readonly decision: GroupDecision;
  readonly years: readonly string[];
}

/** Decides about all lines of a group, and takes such a decision back; both go on until no line is left. */
export function useDecideGroup(company: string) {
  const queries = useQueryClient();
  const refresh = async (): Promise<void> => await refreshCompany(queries, company);
  const decide = async (group: ReviewGroup, input: GroupInput): Promise<DecidedGroup> => {
    try {
      let decision = await call(company, "decide_review_group", { id: group.id, ...input });
      const results = [...decision.results];
      while (decision.remaining_count > 0) {
        decision = await call(company, "continue_review_group_decision", { id: decision.id });
        results.push(...decision.results);
      }
      return { decision, years: yearsWaitedFor(results) };
    } finally {
      await refresh();
    }
  };
  const undo = async (id: string, reason: string): Promise<void> => {
    let answer = await call(company, "undo_review_group_decision", { id, reason });
    while ((answer.undo?.remaining_count ?? 0) > 0) {
      answer = await call(company, "undo_review_group_decision", { id, reason });
    }
    await refresh();
  };
  return { decide, undo };
}

export type Decision =
  | { readonly kind: "accept"; readonly facts?: Facts }
  | { readonly kind: "recategorize"; readonly category_id: string; readonly facts?: Facts; readonly reason: string }
  | { readonly kind: "exclude" | "mark_duplicate" | "defer"; readonly reason: string };

/**
 * Decides about a line. The line leaves the list at once; a refusal brings it back. Answers the last days of the closed years that the
 * decision waits for.
 */
export function useDecide(company: string) {
  const queries = useQueryClient();
  const queryKey = keyOf(company);
  return async (item: ReviewItem, decision: Decision): Promise<readonly string[]> => {
    const before = queries.getQueryData<ReviewPage>(queryKey);
    queries.setQueryData<ReviewPage>(queryKey, (page) =>
      page === undefined ? page : { ...page, items: page.items.filter(({ id }) => id !== item.id) },
    );
    try {
      const answer = await send(company, item.id, decision);
      // More may wait than is shown, and totals have moved.
      void refreshCompany(queries, company);
      return yearsWaitedFor([answer]);
    } catch (error) {
      queries.setQueryData(queryKey, before);
      throw error;
    }
  };
}

async function send(
  company: string,
  id: string,
  decision: Decision,
): Promise<{ readonly pending_restatements?: Pending | undefined }> {
  const { kind } = decision;
  if (kind === "accept") return await call(company, "accept_review_item", { id, ...factsOf(decision) });
  if (kind === "recategorize") {
    const { category_id, reason } = decision;
    return await call(company, "recategorize_review_item", { id, category_id, reason, ...factsOf(decision) });
  }
  const { reason } = decision;
  if (kind === "exclude") return await call(company, "exclude_review_item", { id, reason });
  if (kind === "defer") return await call(company, "defer_review_item", { id, reason });
  return await call(company, "mark_duplicate_review_item", { id, reason });
}

const factsOf = ({ facts }: { readonly facts?: Facts }) => (facts === undefined ? {} : { facts });

/** Takes the newest decision about a line back; answers the last days of the closed years that this waits for. */
export function useUndo(company: string) {
  const queries = useQueryClient();
  return async (id: string, reason: string): Promise<readonly string[]> => {
    const answer = await call(company, "undo_activity_change", { id, reason });
    await refreshCompany(queries, company);
    return yearsWaitedFor([answer]);
  };
}
