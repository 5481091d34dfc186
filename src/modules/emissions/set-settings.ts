import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { STATED_PRICE_AREAS } from "../../core/gsrn.ts";
import { defineOperation } from "../../core/operation.ts";
import { isDay } from "../../core/moment.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { RESIDUAL_MIXES } from "./calculation.ts";
import { GWP_SETS } from "./gwp-sets.ts";
import { currentSettings } from "./company-settings.ts";
import { companySettings, EXAMPLE_SETTINGS } from "./settings-record.ts";
import { insertSettings } from "./store-settings.ts";

export const setSettings = defineOperation({
  name: "set_settings",
  title: "Change the company's settings",
  description:
    "Chooses how emissions are counted from now on: lines that are read or corrected afterwards count so; the ledger stays until a " +
    "person corrects or re-runs it. aviation_non_co2 false leaves the effects of flights and air freight besides CO2 out. " +
    "restatement_threshold_percent: from which change of a scope on a report names a restatement. certificate_cut_off: until when in the year after the " +
    "consumption a cancellation counts without a reason. residual_mix: an allocation brings it to what is booked. shares_decisions: an administrator turns " +
    "statistics across companies on. What is left out stays. Changes are in the audit log.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  idempotent: true,
  input: z.object({
    aviation_non_co2: z.boolean().describe("Flights and air freight with effects besides CO2").optional(),
    gwp_set: z
      .enum(GWP_SETS)
      .describe("IPCC report whose warming potentials count refrigerants; AR5 until chosen")
      .optional(),
    restatement_threshold_percent: z
      .number()
      .min(0)
      .max(100)
      .describe("Percent of what was reported of a scope; 5 until chosen")
      .optional(),
    certificate_cut_off: z
      .string()
      .max(5)
      .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, "must be month and day as MM-DD, e.g. 03-31")
      .refine((day) => isDay(`2024-${day}`), { error: "must be a day of the calendar" })
      .describe("Month and day of the year after the consumption; 03-31 until chosen")
      .optional(),
    residual_mix: z
      .enum(RESIDUAL_MIXES)
      .describe("What no instrument covers: AIB's, or Energinet's for Denmark; none until chosen")
      .optional(),
    price_area: z.enum(STATED_PRICE_AREAS).describe("Of Danish electricity whose place no line states").optional(),
    shares_decisions: z.boolean().describe("Off until chosen").optional(),
  }),
  output: companySettings,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "PUT", path: "/settings" },
  tool: false,
  callers: "any",
  example: { input: { aviation_non_co2: false }, output: EXAMPLE_SETTINGS },
  async run(ctx, input) {
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const before = await currentSettings(tx);
      const chosen = {
        aviation_non_co2: input.aviation_non_co2 ?? before.aviation_non_co2,
        gwp_set: input.gwp_set ?? before.gwp_set,
        restatement_threshold_percent: input.restatement_threshold_percent ?? before.restatement_threshold_percent,
        certificate_cut_off: input.certificate_cut_off ?? before.certificate_cut_off,
        residual_mix: input.residual_mix ?? before.residual_mix,
        price_area: input.price_area ?? before.price_area,
        shares_decisions: input.shares_decisions ?? before.shares_decisions,
      };
      const changed = CHOICES.filter((name) => before[name] !== chosen[name]);
      if (changed.length === 0) return before;
      if (chosen.shares_decisions && !before.shares_decisions) assertMayShare(ctx);
      const id = ctx.newId();
      const shared = changed.includes("shares_decisions")
        ? { shares_decisions_by: ctx.principal.actor, shares_decisions_at: ctx.clock.now().toISOString() }
        : before;
      const { shares_decisions_by, shares_decisions_at } = shared;
      const set_by = ctx.principal.actor;
      const after = await insertSettings(tx, { ...chosen, shares_decisions_by, shares_decisions_at, id, set_by });
      const payload = Object.fromEntries(changed.map((name) => [name, { before: before[name], after: chosen[name] }]));
      await appendAudit(ctx, tx, [{ action: "settings.changed", subject: id, payload }], chain);
      return after;
    });
  },
});

const CHOICES = [
  "aviation_non_co2",
  "gwp_set",
  "restatement_threshold_percent",
  "certificate_cut_off",
  "residual_mix",
  "price_area",
  "shares_decisions",
] as const;

/**
 * What a company shares is agreed to by a person who may change its settings, not by a key, a consultant or an assistant.
 * @throws ServiceError request.validation_failed
 */
function assertMayShare({ principal, tenant }: Context): void {
  const refused = (code: string, message: string): Error =>
    validationError([{ path: "shares_decisions", code, message }]);
  if (tenant.environment !== "live") throw refused("sandbox", "a sandbox takes no part in statistics across companies");
  if (principal.kind === "person") return;
  throw refused("administrator_only", "an administrator of the company turns it on, logged in to the application");
}
