import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { departmentRecord } from "./department.ts";
import { selectDepartment } from "./store.ts";

export const getDepartment = defineOperation({
  name: "get_department",
  title: "Get a department",
  description: "One organisational unit of the company, as list_departments shows it.",
  layer: null,
  scope: "tenant:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the department, from list_departments") }),
  output: departmentRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/departments/:id" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$department_id" },
    output: {
      id: "0198c0de-0000-7000-8000-000000000001",
      name: "Produktion",
      code: "PROD",
      parent_id: null,
      is_active: true,
      created_at: "2026-01-05T08:00:00.000000Z",
    },
  },
  async run(ctx, { id }) {
    const department = await selectDepartment(ctx.db, id);
    if (department === undefined) throw notFound("department");
    return department;
  },
});
