import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { changeStatus } from "./change-status.ts";
import { EXAMPLE_SCENARIO, scenarioRecord } from "./scenario.ts";

export const archiveScenario = defineOperation({
  name: "archive_scenario",
  title: "Archive a scenario",
  description:
    "Puts a scenario away (active, approved or rejected -> archived); it stays readable. " +
    "One that waits for review is approved or rejected first. Only for the company's own keys.",
  layer: null,
  scope: "scenarios:write",
  access: "write",
  feature: "scenarioBuilder",
  input: z.object({
    id: z.uuid().describe("Id of the scenario"),
  }),
  output: scenarioRecord,
  errors: ["request.validation_failed", "resource.not_found", "third_party.endpoint_only"],
  emits: [],
  rest: { method: "POST", path: "/scenarios/:id/archive" },
  tool: false,
  callers: "tenant",
  example: {
    input: { id: "$scenario_id" },
    output: { ...EXAMPLE_SCENARIO, status: "archived" },
  },
  run: (ctx, input) => changeStatus(ctx, { id: input.id, argument: "id", action: "archive" }),
});
