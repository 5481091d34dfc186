import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { viewerOf } from "./scenario-view.ts";
import { selectScenario } from "./store.ts";
import { selectTiltagById } from "./store-tiltag.ts";
import { VERSIONS_MAX } from "./store-tiltag-versions.ts";
import { EXAMPLE_VERSIONS, tiltagVersions, tiltagWithVersions } from "./tiltag-versions.ts";

export const getTiltag = defineOperation({
  name: "get_tiltag",
  title: "One tiltag with its versions",
  description:
    `A reduction measure (tiltag) as list_tiltag shows it, and its last ${VERSIONS_MAX} versions, newest first: what it said, who ` +
    "edited or removed it, when and why. Of a removed one nothing is computed.",
  layer: null,
  scope: "scenarios:read",
  access: "read",
  feature: "scenarioBuilder",
  input: z.object({ id: z.uuid().describe("Id of the tiltag, from list_tiltag") }),
  output: tiltagVersions,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/tiltag/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$tiltag_id" }, output: EXAMPLE_VERSIONS },
  async run(ctx, { id }) {
    return await ctx.db.readOnly(async (tx) => {
      const found = await selectTiltagById(tx, id);
      const scenario = found && (await selectScenario(tx, viewerOf(ctx.principal), found.scenario_id));
      if (found === undefined || scenario === undefined) throw notFound("tiltag");
      return await tiltagWithVersions(tx, scenario, found);
    });
  },
});
