import type { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { ServiceError, validationError } from "../../core/errors.ts";
import { unknownReference } from "../../core/known-filters.ts";
import { defineOperation } from "../../core/operation.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { appendAudit, type ChainHead, lockAuditChain } from "../audit/index.ts";
import { monthsWithEntries, selectYearSums, type YearSums, yearTotal } from "../emissions/index.ts";
import { askedWholeYear } from "../financial-years/index.ts";
import { insertTarget, selectEqualTarget } from "./store.ts";
import { EXAMPLE_TARGET, newTarget, TARGET_SCOPES, type TargetDetails, targetDetails } from "./target.ts";
import { targetFacts } from "./target-facts.ts";
import { type TargetYears, targetYears, yearsFrom } from "./target-years.ts";
import { targetBoundary } from "./target-progress.ts";
import { targetDetailsView } from "./target-view.ts";

export const createTarget = defineOperation({
  name: "create_target",
  title: "Create a reduction target",
  description:
    "Sets a reduction target against a base year. Without baseline_emissions the base is computed from the ledger (that " +
    "whole financial year; baseline_months: months with entries); refused if the year is not over, has no emissions, or " +
    "lacks months and accept_incomplete_base_year is not true. " +
    "Defaults: scope all, absolute, market_based, framework own. Intensity targets need intensity_metric and " +
    "baseline_emissions per unit of it. Targets are not changed later; one with the same name and terms is answered, not set " +
    "twice.",
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
    scope: TARGET_SCOPES.find((scope) => scope === String(input.scope)) ?? "all",
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

const MONTHS = 12;

type Terms = ReturnType<typeof termsOf>;

interface Setting {
  readonly ctx: Context;
  readonly tx: TenantTransaction;
  readonly chain: ChainHead;
}

async function setTarget({ ctx, tx, chain }: Setting, terms: Terms, years: TargetYears): Promise<TargetDetails> {
  const { this_year } = years;
  const sums = await selectYearSums(tx, yearsFrom(years, terms.baseline_year));
  const row = await insertTarget(tx, {
    ...terms,
    ...baseOf(terms, sums, this_year),
    id: ctx.newId(),
    created_by: ctx.principal.actor,
  });
  const { id, name, description: _, created_at: _at, ...stored } = row;
  const {
    withdrawn_at: _when,
    withdrawn_by: _who,
    withdrawn_by_name: _name,
    withdrawal_reason: _why,
    ...payload
  } = stored;
  await appendAudit(ctx, tx, [{ action: "target.created", subject: id, payload }], chain);
  const view = targetDetailsView(row, { sums, metric_values: new Map(), this_year });
  const { scope, category, target_type, baseline_year, target_year } = view;
  const { target_reduction_percent, baseline_emissions } = view;
  const terms_set = { scope, category, target_type, baseline_year, target_year, target_reduction_percent };
  await ctx.emit(tx, "target.created", { id, name, ...terms_set, baseline_emissions });
  return view;
}

function refusal(path: string, code: string, message: string): ServiceError {
  return validationError([{ path, code, message }]);
}

function assertYears(terms: Terms, { statement, this_year }: TargetYears): void {
  if (terms.target_year <= terms.baseline_year) {
    throw refusal("target_year", "not_after_baseline", "must be after baseline_year");
  }
  if (terms.baseline_year > this_year) throw refusal("baseline_year", "in_future", `must be ${this_year} or earlier`);
  askedWholeYear(statement, terms.baseline_year, "baseline_year");
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

async function assertCategory(ctx: Context, key: string | null): Promise<void> {
  if (key === null || (await ctx.catalog()).category(key) !== undefined) return;
  throw unknownReference("category", "category", "list_emission_categories lists them");
}

/** The base that the caller stated, else the ledger's, never a guess. */
function baseOf(
  terms: Terms,
  sums: readonly YearSums[],
  this_year: number,
): { readonly baseline_emissions: string; readonly baseline_months: number | null } {
  const { baseline_year, baseline_emissions: statedBaseline } = terms;
  if (statedBaseline !== undefined) return { baseline_emissions: statedBaseline, baseline_months: null };
  if (baseline_year >= this_year) {
    const message = `${baseline_year} is not over: take an earlier year or give baseline_emissions`;
    throw refusal("baseline_year", "year_not_over", message);
  }
  const total = yearTotal(sums, baseline_year, targetBoundary(terms));
  if (total.lte(0)) {
    const message =
      `the ledger has no emissions in ${baseline_year} for this scope and category: ` +
      "take another year or give baseline_emissions";
    throw refusal("baseline_year", "no_emissions", message);
  }
  const baseline_months = monthsWithEntries(sums, baseline_year);
  if (baseline_months < MONTHS && terms.accept_incomplete_base_year !== true) {
    const message =
      `the ledger has entries in ${baseline_months} of the 12 months of ${baseline_year}, so the base would be too low: add ` +
      "the others, take another year, give baseline_emissions, or accept it with accept_incomplete_base_year true";
    throw refusal("baseline_year", "incomplete_year", message);
  }
  return { baseline_emissions: decimalText(total), baseline_months };
}
