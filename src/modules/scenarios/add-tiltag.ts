import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { notFound, type ServiceError, validationError } from "../../core/errors.ts";
import { unknownReference } from "../../core/known-filters.ts";
import { defineOperation } from "../../core/operation.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { figureBetween, positiveFigure, reductionPercent } from "../../core/stated-figure.ts";
import { lineInput } from "../../core/visible-text.ts";
import { appendAudit } from "../audit/index.ts";
import { doublyUsed } from "./double-use.ts";
import type { BaseEmission, Reduction } from "./projection.ts";
import { EXAMPLE_TILTAG, TILTAG_MAX, tiltagRecord } from "./scenario.ts";
import { isOpenFor } from "./scenario-status.ts";
import { baseEmissions, isConsultant, tiltagOf, viewerOf } from "./scenario-view.ts";
import { lockScenario, type ScenarioRow } from "./store.ts";
import { insertTiltag, selectTiltag } from "./store-tiltag.ts";

const dkk = figureBetween(0, 1e12);

const newTiltag = z.object({
  scenario_id: z.uuid().describe("Id from list_scenarios"),
  name: lineInput(120).describe("What people call the measure"),
  start_year: z.int().min(1990).max(2150).describe("After base_year, up to target_year"),
  category_id: z.string().trim().min(1).max(100).describe("Any level; default everything").optional(),
  reduction_kg: positiveFigure(1e12).describe("kg CO2e per year").optional(),
  reduction_pct: reductionPercent().describe("Of what is left").optional(),
  capex_dkk: dkk.describe("DKK, once, at the start").optional(),
  annual_opex_dkk: dkk.describe("DKK a year that it costs").optional(),
  annual_savings_dkk: dkk.describe("DKK a year that it saves").optional(),
  lifetime_years: z.int().min(1).max(50).describe("Default: lasts").optional(),
  discount_rate_pct: figureBetween(0, 50).describe("Percent a year, for net present value").optional(),
});

export const addTiltag = defineOperation({
  name: "add_tiltag",
  title: "Add a tiltag to a scenario",
  description:
    "Adds a reduction measure as the last of the scenario's stack (at most 50), on what the others leave. Give " +
    "reduction_kg or reduction_pct; kg that others take already are refused. capex_dkk needs lifetime_years. Costs and " +
    "discount rate default to 0. A consultant key adds to its drafts, others to active scenarios.",
  layer: 2,
  scope: "scenarios:write",
  access: "write",
  feature: "scenarioBuilder",
  input: newTiltag,
  output: tiltagRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/scenarios/:scenario_id/tiltag", status: 201 },
  tool: true,
  callers: "any",
  example: {
    input: {
      scenario_id: "$scenario_id",
      name: "Electric vans",
      category_id: "transport.own",
      reduction_pct: 60,
      start_year: 2027,
      capex_dkk: 640_000,
      annual_opex_dkk: 12_000,
      annual_savings_dkk: 96_000,
      lifetime_years: 8,
      discount_rate_pct: 4,
    },
    output: EXAMPLE_TILTAG,
  },
  async run(ctx, input) {
    const terms = termsOf(input);
    assertTerms(terms);
    await assertCategory(ctx, terms.category_id);
    return await ctx.db.transaction(async (tx) => {
      const scenario = await lockScenario(tx, viewerOf(ctx.principal), input.scenario_id);
      if (scenario === undefined) throw notFound("scenario");
      const stack = await selectTiltag(tx, scenario.id);
      assertOpen(ctx, scenario, stack.length);
      assertFits(scenario, await baseEmissions(tx, scenario.base_year), stack, terms);
      const row = await insertTiltag(tx, scenario.id, {
        ...terms,
        id: ctx.newId(),
        position: stack.length + 1,
        created_by: ctx.principal.actor,
      });
      const { name: _, created_at: _at, ...payload } = { ...row, scenario_id: scenario.id };
      await appendAudit(ctx, tx, [{ action: "tiltag.added", subject: row.id, payload }]);
      const added = (await tiltagOf(tx, scenario)).find((tiltag) => tiltag.id === row.id);
      if (added === undefined) throw new Error("an added tiltag is not in its scenario");
      return added;
    });
  },
});

function termsOf(input: z.output<typeof newTiltag>) {
  const text = (value: number | undefined): string | null => (value === undefined ? null : decimalText(decimal(value)));
  return {
    name: input.name,
    category_id: input.category_id ?? null,
    reduction_kg: text(input.reduction_kg),
    reduction_pct: text(input.reduction_pct),
    start_year: input.start_year,
    lifetime_years: input.lifetime_years ?? null,
    capex_dkk: text(input.capex_dkk) ?? "0",
    annual_opex_dkk: text(input.annual_opex_dkk) ?? "0",
    annual_savings_dkk: text(input.annual_savings_dkk) ?? "0",
    discount_rate_pct: text(input.discount_rate_pct) ?? "0",
  };
}

type Terms = ReturnType<typeof termsOf>;

function refusal(path: string, code: string, message: string): ServiceError {
  return validationError([{ path, code, message }]);
}

function assertTerms({ reduction_kg, reduction_pct, capex_dkk, lifetime_years }: Terms): void {
  if ((reduction_kg === null) === (reduction_pct === null)) {
    const path = reduction_kg === null ? "reduction_kg" : "reduction_pct";
    throw refusal(path, "one_reduction", "give exactly one of reduction_kg and reduction_pct");
  }
  if (capex_dkk !== "0" && lifetime_years === null) {
    throw refusal("lifetime_years", "required", "capex_dkk is spread over the lifetime: give lifetime_years");
  }
}

async function assertCategory(ctx: Context, key: string | null): Promise<void> {
  if (key === null || (await ctx.catalog()).category(key) !== undefined) return;
  throw unknownReference("category_id", "category", "list_emission_categories lists them");
}

function assertOpen(ctx: Context, { status }: ScenarioRow, count: number): void {
  if (!isOpenFor(status, isConsultant(ctx.principal))) {
    const open = isConsultant(ctx.principal) ? "a draft" : "an active scenario";
    throw refusal("scenario_id", "wrong_status", `this key adds tiltag to ${open} only; this one is ${status}`);
  }
  if (count >= TILTAG_MAX) throw refusal("scenario_id", "too_many_tiltag", `a scenario holds at most ${TILTAG_MAX}`);
}

/** Within the scenario's years, and only kg that nothing else takes. */
function assertFits(
  scenario: ScenarioRow,
  base: readonly BaseEmission[],
  stack: readonly Reduction[],
  terms: Terms,
): void {
  const { base_year, target_year } = scenario;
  if (terms.start_year <= base_year || terms.start_year > target_year) {
    throw refusal("start_year", "outside_scenario", `must be ${base_year + 1} to ${target_year}`);
  }
  const used = doublyUsed(scenario, base, stack, terms);
  if (used === null) return;
  const left = `only ${used.available_kg} kg CO2e are left for it in ${used.year}`;
  throw refusal("reduction_kg", "already_taken", `${left} after the scenario's other tiltag`);
}
