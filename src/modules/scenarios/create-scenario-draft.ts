import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { yearOfDay } from "../../core/financial-year.ts";
import { defineOperation } from "../../core/operation.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { figureBetween } from "../../core/stated-figure.ts";
import { lineInput } from "../../core/visible-text.ts";
import { appendAudit } from "../audit/index.ts";
import { askedWholeYear, financialYears } from "../financial-years/index.ts";
import { EXAMPLE_SCENARIO, scenarioRecord, YEARS_MAX } from "./scenario.ts";
import { firstStatus } from "./scenario-status.ts";
import { isConsultant, scenarioView, viewerOf } from "./scenario-view.ts";
import { insertScenario } from "./store.ts";

export const createScenarioDraft = defineOperation({
  name: "create_scenario_draft",
  title: "Create a scenario",
  description:
    "Creates a reduction plan: market-based kg CO2e of base_year, growing by growth_pct a year to target_year (at most " +
    "50 years later). Made by a consultant key it is a draft, else active. Next: add_tiltag.",
  layer: 2,
  scope: "scenarios:write",
  access: "write",
  feature: "scenarioBuilder",
  input: z.object({
    name: lineInput(120).describe("What people call the scenario"),
    base_year: z.int().min(1990).max(2100).describe("Financial year of the ledger to start from"),
    target_year: z.int().min(1990).max(2150).describe("Last year to project, after base_year"),
    description: z.string().trim().min(1).max(1000).describe("For people; changes no figure").optional(),
    growth_pct: figureBetween(-99.99, 100).describe("Default 0").optional(),
  }),
  output: scenarioRecord,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "POST", path: "/scenarios", status: 201 },
  tool: true,
  callers: "any",
  example: {
    input: { name: "Fossil-free workshop", base_year: 2025, target_year: 2030, growth_pct: 1.5 },
    output: { ...EXAMPLE_SCENARIO, tiltag: [], projection: [] },
  },
  async run(ctx, input) {
    const { name, base_year, target_year } = input;
    await assertYears(ctx, base_year, target_year);
    const growth_pct = decimalText(decimal(input.growth_pct ?? 0));
    return await ctx.db.transaction(async (tx) => {
      const row = await insertScenario(tx, {
        id: ctx.newId(),
        name,
        description: input.description ?? null,
        base_year,
        target_year,
        growth_pct,
        status: firstStatus(isConsultant(ctx.principal)),
        created_by: ctx.principal.actor,
        created_by_consultant: isConsultant(ctx.principal),
        consultant_id: viewerOf(ctx.principal)?.consultant_id ?? null,
      });
      const payload = { status: row.status, base_year, target_year, growth_pct };
      await appendAudit(ctx, tx, [{ action: "scenario.created", subject: row.id, payload }]);
      return await scenarioView(tx, row);
    });
  },
});

async function assertYears(ctx: Context, base_year: number, target_year: number): Promise<void> {
  const statement = await financialYears(ctx.db);
  const now = ctx.clock.now();
  const this_year = yearOfDay(statement, now.toISOString())?.report_year ?? now.getUTCFullYear();
  if (base_year > this_year) {
    throw validationError([{ path: "base_year", code: "in_future", message: `must be ${this_year} or earlier` }]);
  }
  askedWholeYear(statement, base_year, "base_year");
  if (target_year > base_year && target_year <= base_year + YEARS_MAX) return;
  const message = `must be 1 to ${YEARS_MAX} years after base_year`;
  throw validationError([{ path: "target_year", code: "not_after_base", message }]);
}
