import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { EXAMPLE_SUMMARY, scenarioSummary } from "./scenario.ts";
import { scenarioSummaryOf, viewerOf } from "./scenario-view.ts";
import { selectScenarios } from "./store.ts";

export const listScenarios = defineOperation({
  name: "list_scenarios",
  title: "List scenarios",
  description:
    "Reduction scenarios visible to the key, newest first. A draft is visible to its consultant's keys only; another " +
    "consultant's scenario to a consultant key once approved. Next: get_scenario.",
  layer: 2,
  scope: "scenarios:read",
  access: "read",
  feature: "scenarioBuilder",
  input: z.object({ ...pageInput }),
  output: page(scenarioSummary),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/scenarios" },
  tool: true,
  callers: "any",
  example: { input: { limit: 10 }, output: { items: [EXAMPLE_SUMMARY], next_cursor: null } },
  async run(ctx, input) {
    const viewer = viewerOf(ctx.principal);
    // The viewer is part of what a cursor is for: two kinds of key walk two lists.
    const purpose = { list: "list_scenarios", filters: { viewer } };
    const rows = await keysetPage(ctx.cursors, purpose, input, (after, limit) =>
      selectScenarios(ctx.db, viewer, after, limit),
    );
    return { items: rows.items.map(scenarioSummaryOf), next_cursor: rows.next_cursor };
  },
});
