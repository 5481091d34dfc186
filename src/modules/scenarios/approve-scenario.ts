import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { changeStatus } from "./change-status.ts";
import { EXAMPLE_SCENARIO, scenarioRecord } from "./scenario.ts";

export const approveScenario = defineOperation({
  name: "approve_scenario",
  title: "Approve a scenario",
  description:
    "Approves a consultant's scenario that waits for review (pending_review -> approved). " +
    "Any other status is refused and stays. Only for the company's own keys.",
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
  rest: { method: "POST", path: "/scenarios/:id/approve" },
  tool: false,
  callers: "tenant",
  example: {
    input: { id: "$pending_scenario_id" },
    output: { ...EXAMPLE_SCENARIO, status: "approved", created_by_consultant: true },
  },
  run: (ctx, input) => changeStatus(ctx, { id: input.id, argument: "id", action: "approve" }),
});
