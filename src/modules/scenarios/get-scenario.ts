import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { EXAMPLE_SCENARIO, scenarioRecord } from "./scenario.ts";
import { scenarioView, viewerOf } from "./scenario-view.ts";
import { selectScenario } from "./store.ts";

export const getScenario = defineOperation({
  name: "get_scenario",
  title: "One scenario with its tiltag",
  description:
    "A scenario with its tiltag in stacking order and its projection in kg CO2e per year, computed from the ledger now. " +
    "Each tiltag acts on what those before it leave, from start_year for its lifetime. No entries in base_year: " +
    "base_year_kg is null, projection empty.",
  layer: 2,
  scope: "scenarios:read",
  access: "read",
  feature: "scenarioBuilder",
  input: z.object({ id: z.uuid().describe("Id from list_scenarios") }),
  output: scenarioRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/scenarios/:id" },
  tool: true,
  callers: "any",
  example: { input: { id: "$scenario_id" }, output: EXAMPLE_SCENARIO },
  async run(ctx, input) {
    const row = await selectScenario(ctx.db, viewerOf(ctx.principal), input.id);
    if (row === undefined) throw notFound("scenario");
    return await scenarioView(ctx.db, row);
  },
});
