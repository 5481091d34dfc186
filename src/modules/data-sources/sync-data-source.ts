import { z } from "zod";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { dataSourceDetails, EXAMPLE_SOURCE } from "./data-source.ts";
import { selectDataSource } from "./store.ts";
import { lockSource, setDue } from "./store-sources.ts";
import { queueSync } from "./sync-schedule.ts";

export const syncDataSource = defineOperation({
  name: "sync_data_source",
  title: "Sync a data source now",
  description:
    "Queues a sync without waiting for its time; one that runs already is not doubled. Poll GET /data-sources/:id until " +
    "status is idle, error or needs_attention.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  idempotent: true,
  input: z.object({ id: z.uuid().describe("id of the data source") }),
  output: dataSourceDetails,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/data-sources/:id/sync", status: 202 },
  tool: false,
  callers: "any",
  example: { input: { id: "$data_source_id" }, output: EXAMPLE_SOURCE },
  async run(ctx, { id }) {
    return await ctx.db.transaction(async (tx) => {
      const source = await lockSource(tx, id);
      if (source === undefined) throw notFound("data source");
      if (source.status === "paused") {
        throw validationError([
          { path: "id", code: "source_paused", message: "the source is paused; resume it first" },
        ]);
      }
      // Due as well: should the queue lose sight of it, the schedule finds it.
      await setDue(tx, id, ctx.clock.now().toISOString());
      await queueSync(ctx, tx, id);
      const queued = await selectDataSource(tx, id);
      if (queued === undefined) throw notFound("data source");
      return queued;
    });
  },
});
