import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { insertWithdrawal, selectTarget } from "./store.ts";
import { EXAMPLE_TARGET, targetDetails } from "./target.ts";
import { targetFacts } from "./target-facts.ts";
import { targetDetailsView } from "./target-view.ts";

export const withdrawTarget = defineOperation({
  name: "withdraw_target",
  title: "Withdraw a reduction target",
  description:
    "Takes a target back, for example one that was set twice or with a wrong base: it leaves list_targets and every later " +
    "report, and stays readable with who withdrew it and why. Reports that exist keep it. Repeating changes nothing. It " +
    "cannot be set again; create another one.",
  layer: null,
  scope: "targets:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the target, from list_targets"),
    reason: z.string().trim().min(1).max(500).describe("Why, for the auditor"),
  }),
  output: targetDetails,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/targets/:id/withdraw" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$target_id", reason: "Set twice" },
    output: {
      ...EXAMPLE_TARGET,
      status: "withdrawn",
      progress: null,
      withdrawn_at: "2026-02-01T08:00:00.000000Z",
      withdrawn_by: "api_key:0198c0de-0000-7000-8000-000000000011",
      withdrawn_by_name: 'Key "ERP export"',
      withdrawal_reason: "Set twice",
    },
  },
  async run(ctx, { id, reason }) {
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      if ((await selectTarget(tx, id)) === undefined) throw notFound("target");
      if (await insertWithdrawal(tx, { target_id: id, reason, withdrawn_by: ctx.principal.actor })) {
        await appendAudit(ctx, tx, [{ action: "target.withdrawn", subject: id, payload: {} }], chain);
      }
      const row = await selectTarget(tx, id);
      if (row === undefined) throw notFound("target");
      return targetDetailsView(row, await targetFacts(tx, [row], ctx.clock.now()));
    });
  },
});
