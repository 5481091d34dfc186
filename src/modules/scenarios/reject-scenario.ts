import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { changeStatus } from "./change-status.ts";
import { EXAMPLE_SCENARIO, scenarioRecord } from "./scenario.ts";

export const rejectScenario = defineOperation({
  name: "reject_scenario",
  title: "Reject a scenario",
  description:
    "Rejects a consultant's scenario that waits for review (pending_review -> rejected); the reason is shown " +
    "with it. Any other status is refused and stays. Only for the company's own keys.",
  layer: null,
  scope: "scenarios:write",
  access: "write",
  feature: "scenarioBuilder",
  input: z.object({
    id: z.uuid().describe("Id of the scenario"),
    reason: z.string().trim().min(1).max(500).describe("Why; shown as review_reason").optional(),
  }),
  output: scenarioRecord,
  errors: ["request.validation_failed", "resource.not_found", "third_party.endpoint_only"],
  emits: [],
  rest: { method: "POST", path: "/scenarios/:id/reject" },
  tool: false,
  callers: "tenant",
  example: {
    input: { id: "$pending_scenario_id", reason: "Prices of 2024" },
    output: { ...EXAMPLE_SCENARIO, status: "rejected", created_by_consultant: true, review_reason: "Prices of 2024" },
  },
  run: (ctx, input) => changeStatus(ctx, { id: input.id, argument: "id", action: "reject", reason: input.reason }),
});
