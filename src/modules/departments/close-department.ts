import { z } from "zod";
import { calendarDay } from "../../core/days.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { dayInput } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { changeReasonInput } from "../../core/record-version.ts";
import { lockAuditChain } from "../audit/index.ts";
import { departmentRecord, exampleAfter } from "./department.ts";
import { assertNoneOpenBelow } from "./department-places.ts";
import { changeDepartment, termsOf } from "./department-versions.ts";
import { selectDepartment } from "./store.ts";

/** Nobody closed a department that is still in the books before it; the database knows no year 0. */
const FIRST_CLOSING = "1900-01-01";

export const closeDepartment = defineOperation({
  name: "close_department",
  title: "Close a department",
  description:
    "Ends a department: it takes no new activities, whatever their date. What it has stays with it, in lists, totals and reports, " +
    "and goes on being corrected there. Documents that state its code are booked without a department, and their upload says so. " +
    "Units below it are closed or moved first. Repeating it changes nothing; reopen_department takes it back.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the department, from list_departments"),
    closed_on: dayInput.describe("Its last day, not in the future; default today").optional(),
    reason: changeReasonInput,
  }),
  output: departmentRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/departments/:id/close" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$department_id", closed_on: "2026-01-31", reason: "Sold with its machines" },
    output: exampleAfter({ closed_on: "2026-01-31" }, ["closed_on"], "Sold with its machines"),
  },
  async run(ctx, { id, reason, closed_on }) {
    if (closed_on !== undefined && closed_on < FIRST_CLOSING) {
      const message = `must be ${FIRST_CLOSING} or later`;
      throw validationError([{ path: "closed_on", code: "out_of_range", message }]);
    }
    const today = calendarDay(ctx.clock.now());
    if (closed_on !== undefined && closed_on > today) {
      const message = `must be ${today} or earlier: close it when that day has come`;
      throw validationError([{ path: "closed_on", code: "in_future", message }]);
    }
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const current = await selectDepartment(tx, id);
      if (current === undefined) throw notFound("department");
      const before = termsOf(current);
      // The first closing stands: who closes it again has perhaps not seen it.
      const terms = { ...before, closed_on: before.closed_on ?? closed_on ?? today };
      if (current.is_active) await assertNoneOpenBelow(tx, id);
      return await changeDepartment(ctx, { tx, chain }, current, { action: "department.closed", terms, reason });
    });
  },
});
