import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { EXAMPLE_TILTAG, type TiltagRecord, tiltagRecord } from "./scenario.ts";
import { removedView, tiltagOf, viewerOf } from "./scenario-view.ts";
import { selectScenario } from "./store.ts";
import { selectRemovedTiltag } from "./store-tiltag.ts";

export const listTiltag = defineOperation({
  name: "list_tiltag",
  title: "List a scenario's tiltag",
  description:
    "Reduction measures (tiltag) of a scenario, newest first, with cost: annual_reduction_kg (kg CO2e in start_year), " +
    "abatement_cost_dkk_per_tonne = (capex x annuity + opex - savings) / tonnes (negative: saves money), payback_years " +
    "(undiscounted), npv_dkk; rank 1 is the cheapest tonne. Null: not computable.",
  layer: 2,
  scope: "scenarios:read",
  access: "read",
  feature: "scenarioBuilder",
  input: z.object({
    scenario_id: z.uuid().describe("Id from list_scenarios"),
    removed: z.boolean().describe("true: removed ones instead").optional(),
    ...pageInput,
  }),
  output: page(tiltagRecord),
  errors: ["request.validation_failed", "resource.not_found", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/scenarios/:scenario_id/tiltag" },
  tool: true,
  callers: "any",
  example: {
    input: { scenario_id: "$scenario_id", limit: 10 },
    output: { items: [EXAMPLE_TILTAG], next_cursor: null },
  },
  async run(ctx, input) {
    const { scenario_id } = input;
    const removed = input.removed === true;
    const row = await selectScenario(ctx.db, viewerOf(ctx.principal), scenario_id);
    if (row === undefined) throw notFound("scenario");
    const purpose = { list: "list_tiltag", filters: removed ? { scenario_id, removed } : { scenario_id } };
    return await keysetPage(ctx.cursors, purpose, input, async (after, limit) =>
      removed
        ? (await selectRemovedTiltag(ctx.db, scenario_id, after, limit)).map(removedView)
        : newestFirst(await tiltagOf(ctx.db, row), after).slice(0, limit),
    );
  },
});

/** Rank and reduction depend on all tiltag of the scenario, so the page is cut from the whole, which is small. */
function newestFirst(tiltag: readonly TiltagRecord[], after: readonly string[] | null): TiltagRecord[] {
  const key = (row: TiltagRecord): string => `${row.created_at} ${row.id}`;
  const position = after === null ? null : after.join(" ");
  return tiltag
    .filter((row) => position === null || key(row) < position)
    .toSorted((left, right) => (key(left) < key(right) ? 1 : -1));
}
