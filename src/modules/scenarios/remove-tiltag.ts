import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { changeReasonInput } from "../../core/record-version.ts";
import { assertOpen } from "./tiltag-terms.ts";
import { editedTerms, exampleAfter, lockTiltag, tiltagVersions, tiltagWithVersions } from "./tiltag-versions.ts";
import { writeTiltagVersion } from "./write-tiltag-version.ts";

export const removeTiltag = defineOperation({
  name: "remove_tiltag",
  title: "Remove a tiltag from a scenario",
  description:
    "Takes a tiltag out of its scenario: the others have its kg again, and neither projection nor reports know it any more. It stays " +
    "readable with who removed it and why (get_tiltag, list_tiltag with removed true). A consultant key removes from its drafts, others " +
    "from active scenarios; what was submitted, approved, rejected or archived stays. Repeating it changes nothing.",
  layer: null,
  scope: "scenarios:write",
  access: "write",
  feature: "scenarioBuilder",
  idempotent: true,
  input: z.object({ id: z.uuid().describe("Id of the tiltag, from list_tiltag"), reason: changeReasonInput }),
  output: tiltagVersions,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/tiltag/:id/remove" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$tiltag_id", reason: "The depot has no room for chargers" },
    output: exampleAfter({ is_removed: true }, "The depot has no room for chargers"),
  },
  async run(ctx, { id, reason }) {
    return await ctx.db.transaction(async (tx) => {
      const locked = await lockTiltag(ctx, tx, id);
      const { scenario, tiltag } = locked;
      if (tiltag.is_removed) return await tiltagWithVersions(tx, scenario, tiltag);
      assertOpen(ctx.principal, scenario, { path: "id", what: "removes tiltag from" });
      const change = {
        action: "tiltag.removed",
        terms: editedTerms(tiltag),
        is_removed: true,
        changed: ["is_removed"],
        reason,
      } as const;
      return await writeTiltagVersion(ctx, tx, locked, change);
    });
  },
});
