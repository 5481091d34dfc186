import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { departmentRecord, EXAMPLE_VERSIONS } from "./department.ts";
import { departmentWithVersions } from "./department-versions.ts";
import { VERSIONS_MAX } from "./store-versions.ts";

export const getDepartment = defineOperation({
  name: "get_department",
  title: "Get a department",
  description:
    `One organisational unit of the company, as list_departments shows it, and its last ${VERSIONS_MAX} versions, newest first: ` +
    "what it was called, where it stood, whether it was open, who changed that, when and why.",
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
  example: { input: { id: "$department_id" }, output: EXAMPLE_VERSIONS },
  async run(ctx, { id }) {
    return await ctx.db.readOnly((tx) => departmentWithVersions(tx, id));
  },
});
