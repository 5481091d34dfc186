import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import {
  assertNewestVersion,
  assertSomethingGiven,
  changedMembers,
  changeReasonInput,
  versionInput,
} from "../../core/record-version.ts";
import { lineInput } from "../../core/visible-text.ts";
import { lockAuditChain } from "../audit/index.ts";
import { departmentRecord, exampleAfter } from "./department.ts";
import { assertFreeCode, assertParent } from "./department-places.ts";
import { changeDepartment, termsOf } from "./department-versions.ts";
import { selectDepartment } from "./store.ts";

export const updateDepartment = defineOperation({
  name: "update_department",
  title: "Rename or move a department",
  description:
    "Gives a department another name, another code or another unit above it. The department keeps its id, " +
    "its activities and its totals, and what it was before stays readable as a version. Documents find it by the new code from now " +
    "on; a code that another open department has is refused. Send the version that you read: when somebody changed the department " +
    "since, nothing is written. Repeating a change changes nothing.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the department, from list_departments"),
    version: versionInput,
    changes: z
      .strictObject({
        name: lineInput(120).describe("Name as people know it").optional(),
        code: z
          .union([lineInput(40), z.null()])
          .describe("Short code, e.g. a cost centre; null: none")
          .optional(),
        parent_id: z.union([z.uuid(), z.null()]).describe("Unit above this one; null: none").optional(),
      })
      .describe("What becomes another; what is left out stays"),
    reason: changeReasonInput,
  }),
  output: departmentRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "PATCH", path: "/departments/:id" },
  tool: false,
  callers: "any",
  example: {
    input: {
      id: "$department_id",
      version: 1,
      changes: { name: "Produktion og lager" },
      reason: "Reorganised on 1 February",
    },
    output: exampleAfter({ name: "Produktion og lager" }, ["name"], "Reorganised on 1 February"),
  },
  async run(ctx, { id, version, reason, changes }) {
    assertSomethingGiven(changes);
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const current = await selectDepartment(tx, id);
      if (current === undefined) throw notFound("department");
      const before = termsOf(current);
      const { name = before.name, code = before.code, parent_id = before.parent_id } = changes;
      const terms = { ...before, name, code, parent_id };
      const changed = changedMembers(before, terms);
      if (changed.length > 0) assertNewestVersion(version, current.version);
      if (changed.includes("parent_id")) await assertParent(tx, { id, parent_id });
      // A closed one keeps a code that is another's by now: documents find the open one.
      if (changed.includes("code") && current.is_active) await assertFreeCode(tx, { id, code });
      return await changeDepartment(ctx, { tx, chain }, current, { action: "department.updated", terms, reason });
    });
  },
});
