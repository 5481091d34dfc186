import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { refreshCompany } from "../../app/refresh.ts";
import { everyDepartment } from "../departments.ts";

/** A line as it is read now. */
export type Line = Operations["get_activity"]["output"];
export type Corrected = Operations["correct_activity"]["output"];
export type Correction = Omit<Operations["correct_activity"]["input"], "id">;
export type LeavingOut = Omit<Operations["exclude_activity"]["input"], "id">;

/** What a change leaves for a closed year to be restated. */
export type Waiting = NonNullable<Corrected["pending_restatements"]>;

export function useLine(company: string, activity_id: string | null) {
  return useQuery({
    queryKey: ["line", company, activity_id],
    queryFn: () => call(company, "get_activity", { id: activity_id ?? "" }),
    enabled: activity_id !== null,
  });
}

/** The departments that take lines. */
export function useOpenDepartments(company: string) {
  return useQuery({
    queryKey: ["open-departments", company],
    queryFn: async () => (await everyDepartment(company)).filter(({ is_active }) => is_active),
  });
}

/** Previews and makes changes of a line, and takes the newest back; what is shown of the company is asked for again. */
export function useLineChange(company: string, id: string) {
  const queries = useQueryClient();
  /** Also after a refusal: what is shown may be as old as what was refused. */
  const thenRefresh = async <Answer>(change: Promise<Answer>): Promise<Answer> => {
    try {
      return await change;
    } finally {
      await refreshCompany(queries, company);
    }
  };
  return {
    correct: async (correction: Correction): Promise<Corrected> => {
      const answer = call(company, "correct_activity", { id, ...correction });
      return await (correction.dry_run === true ? answer : thenRefresh(answer));
    },
    leaveOut: async (leaving: LeavingOut): Promise<Corrected> => {
      const answer = call(company, "exclude_activity", { id, ...leaving });
      return await (leaving.dry_run === true ? answer : thenRefresh(answer));
    },
    assign: async (department_id: string | null, version: string) =>
      await thenRefresh(call(company, "assign_activity_department", { id, department_id, version })),
    undo: async (reason: string, version: string) =>
      await thenRefresh(call(company, "undo_activity_change", { id, reason, version })),
  };
}
