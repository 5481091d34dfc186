import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { lineInput } from "../../core/visible-text.ts";
import { appendAudit } from "../audit/index.ts";
import { departmentRecord } from "./department.ts";
import { departmentExists, insertDepartment } from "./store.ts";

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
    output: {
      id: "0198c0de-0000-7000-8000-000000000002",
      name: "Salg",
      code: "SALG",
      parent_id: null,
      is_active: true,
      created_at: "2026-01-05T08:00:00.000000Z",
    },
  },
  async run(ctx, input) {
    return await ctx.db.transaction(async (tx) => {
      if (input.parent_id !== undefined && !(await departmentExists(tx, input.parent_id))) throw notFound("department");
      const row = await insertDepartment(tx, {
        id: ctx.newId(),
        name: input.name,
        code: input.code ?? null,
        parent_id: input.parent_id ?? null,
      });
      const { id, name, code, parent_id } = row;
      await appendAudit(ctx, tx, [{ action: "department.created", subject: id, payload: { name, code, parent_id } }]);
      return row;
    });
  },
});
