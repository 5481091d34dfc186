import type { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { defineOperation } from "../../core/operation.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { appendAudit, type ChainHead, lockAuditChain } from "../audit/index.ts";
import { insertTarget, selectEqualTarget } from "./store.ts";
import { EXAMPLE_TARGET, newTarget, statedScope, type TargetDetails, targetDetails } from "./target.ts";
import { assertCategory, assertYears, ledgerBase, refusal } from "./target-base.ts";
import { targetFacts } from "./target-facts.ts";
import { type TargetYears, targetYears } from "./target-years.ts";
import { targetDetailsView } from "./target-view.ts";

export const createTarget = defineOperation({
  name: "create_target",
  title: "Create a reduction target",
  description:
    "Sets a reduction target against a base year. Without baseline_emissions the base is computed from the ledger (that " +
    "whole financial year; baseline_months: months with entries); refused if the year is not over, has no emissions, or " +
    "lacks months and accept_incomplete_base_year is not true. " +
    "Defaults: scope all, absolute, market_based, framework own. Intensity targets need intensity_metric and " +
    "baseline_emissions per unit of it. One with the same name and terms is answered, not set " +
    "twice; REST PATCH /targets/:id edits one.",
  layer: 2,
  scope: "targets:write",
  access: "write",
  idempotent: true,
  input: newTarget,
  output: targetDetails,
  errors: ["request.validation_failed"],
  emits: ["target.created"],
  rest: { method: "POST", path: "/targets", status: 201 },
  tool: true,
  callers: "any",
  example: {
    input: {
      name: "Halve scope 1 and 2 by 2030",
      baseline_year: 2025,
      target_year: 2030,
      target_reduction_percent: 50,
      scope: "1+2",
    },
    output: { ...EXAMPLE_TARGET, baseline_year: 2025, status: "no_data", progress: null },
  },
  async run(ctx, input) {
    const terms = termsOf(input);
    const now = ctx.clock.now();
    const years = await targetYears(ctx.db, now);
    assertYears(terms, years);
    assertIntensity(terms);
    await assertCategory(ctx, terms.category);
    return await ctx.db.transaction(async (tx) => {
      // Taken before looking: two equal calls at once cannot both find nothing.
      const chain = await lockAuditChain(tx);
      const same = await selectEqualTarget(tx, { ...terms, stated_emissions: terms.baseline_emissions ?? null });
      if (same !== undefined) return targetDetailsView(same, await targetFacts(tx, [same], now));
      return await setTarget({ ctx, tx, chain }, terms, years);
    });
  },
});

function termsOf(input: z.output<typeof newTarget>) {
  return {
    ...input,
    scope: statedScope(input.scope),
    category: input.category ?? null,
    description: input.description ?? null,
    target_type: input.target_type ?? "absolute",
    intensity_metric: input.intensity_metric ?? null,
    scope2_method: input.scope2_method ?? "market_based",
    framework: input.framework ?? "own",
    target_reduction_percent: decimalText(decimal(input.target_reduction_percent)),
    baseline_emissions:
      input.baseline_emissions === undefined ? undefined : decimalText(decimal(input.baseline_emissions)),
  };
}

type Terms = ReturnType<typeof termsOf>;

interface Setting {
  readonly ctx: Context;
  readonly tx: TenantTransaction;
  readonly chain: ChainHead;
}

async function setTarget({ ctx, tx, chain }: Setting, terms: Terms, years: TargetYears): Promise<TargetDetails> {
  const row = await insertTarget(tx, {
    ...terms,
    ...(await baseOf(tx, terms, years)),
    id: ctx.newId(),
    created_by: ctx.principal.actor,
  });
  const { id, name, description: _, created_at: _at, version: _first, ...stored } = row;
  const {
    withdrawn_at: _when,
    withdrawn_by: _who,
    withdrawn_by_name: _name,
    withdrawal_reason: _why,
    ...payload
  } = stored;
  await appendAudit(ctx, tx, [{ action: "target.created", subject: id, payload }], chain);
  const view = targetDetailsView(row, await targetFacts(tx, [row], ctx.clock.now()));
  const { scope, category, target_type, baseline_year, target_year } = view;
  const { target_reduction_percent, baseline_emissions } = view;
  const terms_set = { scope, category, target_type, baseline_year, target_year, target_reduction_percent };
  await ctx.emit(tx, "target.created", { id, name, ...terms_set, baseline_emissions });
  return view;
}

/** The base that the caller stated, else the ledger's. */
async function baseOf(
  tx: TenantTransaction,
  { baseline_emissions, accept_incomplete_base_year = false, ...terms }: Terms,
  years: TargetYears,
): Promise<{ readonly baseline_emissions: string; readonly baseline_months: number | null }> {
  if (baseline_emissions !== undefined) return { baseline_emissions, baseline_months: null };
  return await ledgerBase(tx, { terms, years, accept_incomplete_base_year, at: "" });
}

function assertIntensity(terms: Terms): void {
  if (terms.target_type === "absolute") {
    if (terms.intensity_metric === null) return;
    throw refusal("intensity_metric", "not_intensity", "only with target_type intensity");
  }
  if (terms.intensity_metric === null) {
    throw refusal("intensity_metric", "required", "say what emissions are divided by, e.g. DKK million revenue");
  }
  if (terms.baseline_emissions === undefined) {
    const message = "give the base year's kg CO2e per unit of intensity_metric: the ledger does not know that unit";
    throw refusal("baseline_emissions", "required", message);
  }
}
