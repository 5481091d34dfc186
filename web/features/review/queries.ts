import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call, Refusal } from "../../app/call.ts";
import { type DecisionCall, keepDecision, type Owner } from "../../app/kept-decisions.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { refreshCompany } from "../../app/refresh.ts";
import { isPassing, sendDecision } from "../../app/send-kept.ts";

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

/** A group with what its lines have in common: that stays when a line joins or leaves, and the id does not. */
export interface KeyedGroup extends ReviewGroup {
  readonly key: string;
}

/** Groups that one look shows; those of one line are lines of the queue. */
export function useReviewGroups(company: string) {
  return useQuery({
    queryKey: ["review-groups", company],
    queryFn: async (): Promise<KeyedGroup[]> => {
      const { items } = await call(company, "list_review_groups", { limit: SHOWN });
      const keys = items.map(({ supplier, gl_account, waits_for, suggested_category_id }) =>
        JSON.stringify([supplier, gl_account, waits_for.code, suggested_category_id]),
      );
      return items.flatMap((group, index) => {
        const key = keys[index] ?? group.id;
        // Suppliers that are in no register may have one name.
        const keyed = { ...group, key: keys.indexOf(key) === index ? key : group.id };
        return group.line_count > 1 ? [keyed] : [];
      });
    },
  });
}

type Pending = NonNullable<Operations["accept_review_item"]["output"]["pending_restatements"]>;

/** What a line may be: the suggestion, then the likelier first. */
export function optionsOf({ suggestion, alternatives }: ReviewItem): ReviewItem["alternatives"] {
  return suggestion === null ? alternatives : [suggestion, ...alternatives];
}

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
  /** What became of each line. */
  readonly results: GroupDecision["results"];
  readonly years: readonly string[];
}

/** Decides about all lines of a group, and takes such a decision back; both go on until no line is left. */
export function useDecideGroup(company: string) {
  const queries = useQueryClient();
  const refresh = async (): Promise<void> => await refreshCompany(queries, company);
  const decide = async (id: string, input: GroupInput): Promise<DecidedGroup> => {
    try {
      let decision = await call(company, "decide_review_group", { id, ...input });
      const results = [...decision.results];
      while (decision.remaining_count > 0) {
        decision = await call(company, "continue_review_group_decision", { id: decision.id });
        results.push(...decision.results);
      }
      return { decision, results, years: yearsWaitedFor(results) };
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

/** What tells the settlement of an advance. */
export type DeferredFacts = NonNullable<Operations["defer_review_item"]["input"]["facts"]>;

/** What is stated of a line with a decision, and ids of the files that show it. */
export interface Stated {
  readonly facts?: Facts;
  readonly evidence?: string[];
}

export type Decision =
  | ({ readonly kind: "accept" } & Stated)
  | ({ readonly kind: "recategorize"; readonly category_id: string; readonly reason: string } & Stated)
  | { readonly kind: "exclude" | "mark_duplicate"; readonly reason: string }
  | { readonly kind: "defer"; readonly facts?: DeferredFacts; readonly evidence: string[]; readonly reason: string };

/**
 * What became of a decision: carried out, with the last days of the closed years that it waits for and the version that the line has
 * now, or kept under a key.
 */
export type Decided =
  | { readonly kind: "done"; readonly years: readonly string[]; readonly version: string }
  | { readonly kind: "kept"; readonly key: string };

/**
 * Decides about a line as it was read. The line leaves the list at once; a refusal brings it back. Where the service cannot be reached
 * the browser keeps the decision and sends it later.
 */
export function useDecide(owner: Owner) {
  const queries = useQueryClient();
  const queryKey = keyOf(owner.company);
  return async (item: ReviewItem, decision: Decision): Promise<Decided> => {
    const before = queries.getQueryData<ReviewPage>(queryKey);
    queries.setQueryData<ReviewPage>(queryKey, (page) =>
      page === undefined ? page : { ...page, items: page.items.filter(({ id }) => id !== item.id) },
    );
    const decided = { key: crypto.randomUUID(), call: callOf(item, decision) };
    try {
      const answer = await sendDecision(owner.company, decided);
      // More may wait than is shown, and totals have moved.
      void refreshCompany(queries, owner.company);
      return { kind: "done", years: yearsWaitedFor([answer]), version: answer.version };
    } catch (error) {
      const description = [item.supplier_name ?? "", item.description].filter((part) => part !== "").join(", ");
      const kept = { ...decided, description, decided_at: new Date().toISOString() };
      if (isPassing(error) && keepDecision(owner, kept)) {
        // Who is no longer logged in is led to the login and back; the decision is sent then.
        if (error instanceof Refusal && error.status === 401) void queries.invalidateQueries({ queryKey: ["session"] });
        return { kind: "kept", key: kept.key };
      }
      queries.setQueryData(queryKey, before);
      // What is shown may be as old as the decision: somebody else may have decided.
      if (error instanceof Refusal && error.status === 409) void refreshCompany(queries, owner.company);
      throw error;
    }
  };
}

/** Each kind of decision has an operation of its name, which takes what a decision of that kind names beside the line. */
function callOf({ id, version }: ReviewItem, { kind, ...named }: Decision): DecisionCall {
  return { name: `${kind}_review_item`, input: { id, version, ...named } } as DecisionCall;
}

interface Undone {
  /** Last days of the closed years that the undoing waits for. */
  readonly years: readonly string[];
  /** What is not as it was before the decision. */
  readonly stays: Operations["undo_activity_change"]["output"]["not_restored_told"];
}

/**
 * Takes a decision about a line back, unless somebody has changed the line since it had the version named.
 */
export function useUndo(company: string) {
  const queries = useQueryClient();
  return async (id: string, reason: string, version: string | undefined): Promise<Undone> => {
    try {
      const known = version === undefined ? {} : { version };
      const answer = await call(company, "undo_activity_change", { id, reason, ...known });
      return { years: yearsWaitedFor([answer]), stays: answer.not_restored_told };
    } finally {
      await refreshCompany(queries, company);
    }
  };
}
