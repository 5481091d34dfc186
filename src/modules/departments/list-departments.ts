import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { departmentRecord, EXAMPLE_DEPARTMENT } from "./department.ts";
import { selectDepartments } from "./store.ts";

export const listDepartments = defineOperation({
  name: "list_departments",
  title: "List departments",
  description:
    "Organisational units of the company, newest first. Use an id as department_id in list_emissions or " +
    "get_emissions_summary to see one unit's emissions.",
  layer: 2,
  scope: "tenant:read",
  access: "read",
  input: z.object({ ...pageInput }),
  output: page(departmentRecord),
  errors: ["pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/departments" },
  tool: true,
  callers: "any",
  example: {
    input: { limit: 10 },
    output: { items: [EXAMPLE_DEPARTMENT], next_cursor: null },
  },
  async run(ctx, input) {
    const purpose = { list: "list_departments", filters: {} };
    return await keysetPage(ctx.cursors, purpose, input, (after, limit) => selectDepartments(ctx.db, after, limit));
  },
});
