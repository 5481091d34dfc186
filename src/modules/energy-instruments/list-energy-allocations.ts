import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { allocationRecord, EXAMPLE_ALLOCATION, toAllocationRecord } from "./allocation-record.ts";
import { changedSince } from "./changed-since.ts";
import { selectRuns } from "./store-runs.ts";

export const listEnergyAllocations = defineOperation({
  name: "list_energy_allocations",
  title: "List allocations of energy contracts and certificates",
  description:
    "Runs that allocated contracts and certificates, newest first; of each country and year the newest applied one is in force",
  layer: null,
  scope: "emissions:read",
  access: "read",
  input: z.object(pageInput),
  output: page(allocationRecord),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/energy-allocations" },
  tool: false,
  callers: "any",
  example: { input: {}, output: { items: [EXAMPLE_ALLOCATION], next_cursor: null } },
  async run(ctx, request) {
    const purpose = { list: "list_energy_allocations", filters: {} };
    const found = await keysetPage(ctx.cursors, purpose, request, (after, count) => selectRuns(ctx.db, after, count));
    const changed = await changedSince(ctx.db, found.items);
    const items = found.items.map((run) => toAllocationRecord(run, { changed_since: changed.get(run.id) ?? [] }));
    return { items, next_cursor: found.next_cursor };
  },
});
