import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { columnMapping, EXAMPLE_MAPPING, toMappingView } from "./column-mapping-record.ts";
import { insertMapping, selectVersions } from "./store.ts";

export const withdrawColumnMapping = defineOperation({
  name: "withdraw_column_mapping",
  title: "Withdraw a column mapping",
  description:
    "Takes back what the company says of a source: its tables are read by their headings from now on, and ask again what those " +
    "do not say. What was read before stays. Repeating it changes nothing",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the mapping, from list_column_mappings"),
    reason: z.string().trim().min(1).max(500).describe("Why, for the auditor"),
  }),
  output: columnMapping,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/column-mappings/:id/withdraw" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$column_mapping_id", reason: "The export has changed" },
    output: { ...EXAMPLE_MAPPING, version: 2, status: "withdrawn", reason: "The export has changed" },
  },
  async run(ctx, { id, reason }) {
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const [known] = await selectVersions(tx, id);
      if (known === undefined) throw notFound("column mapping");
      if (known.status === "withdrawn") return toMappingView(known);
      const version = known.version + 1;
      await insertMapping(tx, { ...known, version, status: "withdrawn", reason, stated_by: ctx.principal.actor });
      await appendAudit(
        ctx,
        tx,
        [{ action: "column_mapping.withdrawn", subject: id, payload: { version, reason } }],
        chain,
      );
      const [withdrawn] = await selectVersions(tx, id);
      if (withdrawn === undefined) throw new Error("a column mapping is not there any more");
      return toMappingView(withdrawn);
    });
  },
});
