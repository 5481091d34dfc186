import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { currentSettings } from "./company-settings.ts";
import { companySettings, EXAMPLE_SETTINGS } from "./settings-record.ts";
import { insertSettings } from "./store-settings.ts";

export const setSettings = defineOperation({
  name: "set_settings",
  title: "Change the company's settings",
  description:
    "Chooses how emissions are counted from now on: aviation_non_co2 false leaves the effects of flights and air freight " +
    "besides CO2 out. Lines that are read or corrected afterwards count so; what is in the ledger stays as it is until a " +
    "person corrects or re-runs it. Every change is in the audit log.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  idempotent: true,
  input: z.object({
    aviation_non_co2: z.boolean().describe("Flights and air freight with the multiplier for effects besides CO2"),
  }),
  output: companySettings,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "PUT", path: "/settings" },
  tool: false,
  callers: "any",
  example: { input: { aviation_non_co2: false }, output: EXAMPLE_SETTINGS },
  async run(ctx, { aviation_non_co2 }) {
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const before = await currentSettings(tx);
      if (before.aviation_non_co2 === aviation_non_co2) return before;
      const id = ctx.newId();
      const after = await insertSettings(tx, { id, aviation_non_co2, set_by: ctx.principal.actor });
      const payload = { aviation_non_co2: { before: before.aviation_non_co2, after: aviation_non_co2 } };
      await appendAudit(ctx, tx, [{ action: "settings.changed", subject: id, payload }], chain);
      return after;
    });
  },
});
