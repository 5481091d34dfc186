import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { changeReasonInput } from "../../core/record-version.ts";
import { lockAuditChain } from "../audit/index.ts";
import { departmentRecord, EXAMPLE_VERSIONS } from "./department.ts";
import { assertFreeCode, assertParent } from "./department-places.ts";
import { changeDepartment, termsOf } from "./department-versions.ts";
import { selectDepartment } from "./store.ts";

export const reopenDepartment = defineOperation({
  name: "reopen_department",
  title: "Reopen a closed department",
  description:
    "Lets a closed department take activities again, and documents find it by its code. That it was closed stays readable as a " +
    "version. Refused while the unit above it is closed, or while another open department has its code: update_department gives it " +
    "another. An open one stays as it is.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the department, from list_departments"),
    reason: changeReasonInput,
  }),
  output: departmentRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/departments/:id/reopen" },
  tool: false,
  callers: "any",
  example: { input: { id: "$department_id", reason: "Closed by mistake" }, output: EXAMPLE_VERSIONS },
  async run(ctx, { id, reason }) {
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const current = await selectDepartment(tx, id);
      if (current === undefined) throw notFound("department");
      const terms = { ...termsOf(current), closed_on: null };
      if (!current.is_active) {
        await assertParent(tx, { id, parent_id: terms.parent_id });
        await assertFreeCode(tx, { id, code: terms.code });
      }
      return await changeDepartment(ctx, { tx, chain }, current, { action: "department.reopened", terms, reason });
    });
  },
});
