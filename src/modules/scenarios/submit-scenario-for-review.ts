import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { changeStatus } from "./change-status.ts";
import { EXAMPLE_SCENARIO, scenarioRecord } from "./scenario.ts";

export const submitScenarioForReview = defineOperation({
  name: "submit_scenario_for_review",
  title: "Submit a scenario for review",
  description:
    "Consultant keys: hands a draft to the company, which approves or rejects it (draft -> pending_review). Any other " +
    "status is refused and stays.",
  layer: 2,
  scope: "scenarios:write",
  access: "write",
  feature: "scenarioBuilder",
  input: z.object({ scenario_id: z.uuid().describe("Id of a draft, from list_scenarios") }),
  output: scenarioRecord,
  errors: ["request.validation_failed", "resource.not_found", "third_party.endpoint_only"],
  emits: [],
  rest: { method: "POST", path: "/scenarios/:scenario_id/submit" },
  tool: true,
  callers: "consultant",
  example: {
    input: { scenario_id: "$draft_scenario_id" },
    output: { ...EXAMPLE_SCENARIO, status: "pending_review", created_by_consultant: true },
  },
  run: (ctx, input) => changeStatus(ctx, { id: input.scenario_id, argument: "scenario_id", action: "submit" }),
});
