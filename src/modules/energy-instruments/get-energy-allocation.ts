import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { allocationRecord, EXAMPLE_ALLOCATION, toAllocationRecord } from "./allocation-record.ts";
import { changedSince } from "./changed-since.ts";
import { selectRun } from "./store-runs.ts";

export const getEnergyAllocation = defineOperation({
  name: "get_energy_allocation",
  title: "Get an allocation of energy contracts and certificates",
  description:
    "One run: what it decided for each month, with rates as they were, whether it is applied, and who asked for it and why. " +
    "failed says why nothing was applied",
  layer: null,
  scope: "emissions:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id from list_energy_allocations") }),
  output: allocationRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/energy-allocations/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$energy_allocation_id" }, output: EXAMPLE_ALLOCATION },
  async run(ctx, { id }) {
    const run = await selectRun(ctx.db, id);
    if (run === undefined) throw notFound("allocation");
    const changed = await changedSince(ctx.db, [run]);
    return toAllocationRecord(run, { changed_since: changed.get(id) ?? [] });
  },
});
