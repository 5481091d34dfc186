import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { lineInput } from "../../core/visible-text.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { departmentRecord, EXAMPLE_DEPARTMENT } from "./department.ts";
import { assertParent } from "./department-places.ts";
import { insertDepartment } from "./store.ts";

export const createDepartment = defineOperation({
  name: "create_department",
  title: "Create a department",
  description:
    "Adds an organisational unit that activities can be allocated to. The change is written to the audit log.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  input: z.object({
    name: lineInput(120).describe("Name as people know it"),
    code: lineInput(40).describe("Short code, e.g. a cost centre").optional(),
    parent_id: z.uuid().describe("Unit above this one").optional(),
  }),
  output: departmentRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/departments", status: 201 },
  tool: false,
  callers: "any",
  example: {
    input: { name: "Salg", code: "SALG" },
    output: { ...EXAMPLE_DEPARTMENT, name: "Salg", code: "SALG" },
  },
  async run(ctx, input) {
    return await ctx.db.transaction(async (tx) => {
      // Before looking: the unit above cannot be closed between the look and the row.
      const chain = await lockAuditChain(tx);
      const newId = ctx.newId();
      await assertParent(tx, { id: newId, parent_id: input.parent_id ?? null });
      const row = await insertDepartment(tx, {
        id: newId,
        name: input.name,
        code: input.code ?? null,
        parent_id: input.parent_id ?? null,
      });
      const { id, name, code, parent_id } = row;
      await appendAudit(
        ctx,
        tx,
        [{ action: "department.created", subject: id, payload: { name, code, parent_id } }],
        chain,
      );
      return row;
    });
  },
});
