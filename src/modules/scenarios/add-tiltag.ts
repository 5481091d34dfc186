import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit } from "../audit/index.ts";
import { doublyUsed } from "./double-use.ts";
import type { BaseEmission, Reduction } from "./projection.ts";
import { EXAMPLE_TILTAG, TILTAG_MAX, tiltagRecord } from "./scenario.ts";
import { baseEmissions, tiltagOf, viewerOf } from "./scenario-view.ts";
import { lockScenario, type ScenarioRow } from "./store.ts";
import { insertTiltag, nextPosition, selectTiltag } from "./store-tiltag.ts";
import {
  assertCategory,
  assertOpen,
  assertStart,
  assertTerms,
  figureText,
  refusal,
  tiltagInput,
} from "./tiltag-terms.ts";

const newTiltag = z.object({ scenario_id: z.uuid().describe("Id from list_scenarios"), ...tiltagInput });

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
      assertOpen(ctx.principal, scenario, { path: "scenario_id", what: "adds tiltag to" });
      if (stack.length >= TILTAG_MAX) {
        throw refusal("scenario_id", "too_many_tiltag", `a scenario holds at most ${TILTAG_MAX}`);
      }
      assertFits(scenario, await baseEmissions(tx, scenario.base_year), stack, terms);
      const row = await insertTiltag(tx, scenario.id, {
        ...terms,
        id: ctx.newId(),
        position: await nextPosition(tx, scenario.id),
        created_by: ctx.principal.actor,
      });
      const { name: _, created_at: _at, version: _first, ...payload } = { ...row, scenario_id: scenario.id };
      await appendAudit(ctx, tx, [{ action: "tiltag.added", subject: row.id, payload }]);
      const added = (await tiltagOf(tx, scenario)).find((tiltag) => tiltag.id === row.id);
      if (added === undefined) throw new Error("an added tiltag is not in its scenario");
      return added;
    });
  },
});

function termsOf(input: z.output<typeof newTiltag>) {
  const text = (value: number | undefined): string | null => (value === undefined ? null : figureText(value));
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

/** Within the scenario's years, and only kg that nothing else takes. */
function assertFits(
  scenario: ScenarioRow,
  base: readonly BaseEmission[],
  stack: readonly Reduction[],
  terms: Terms,
): void {
  assertStart(scenario, terms.start_year);
  const used = doublyUsed(scenario, base, stack, terms);
  if (used === null) return;
  const left = `only ${used.available_kg} kg CO2e are left for it in ${used.year}`;
  throw refusal("reduction_kg", "already_taken", `${left} after the scenario's other tiltag`);
}
