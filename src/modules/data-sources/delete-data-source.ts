import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit } from "../audit/index.ts";
import { lockSource, setDeleted } from "./store-sources.ts";

export const deleteDataSource = defineOperation({
  name: "delete_data_source",
  title: "Disconnect a data source",
  description:
    "Ends a source and removes its credentials. Documents that were fetched stay, and so does what they were booked as. " +
    "A source that is connected again later takes none of them twice.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  input: z.object({ id: z.uuid().describe("id of the data source") }),
  output: z.object({ id: z.uuid(), is_deleted: z.literal(true) }),
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "DELETE", path: "/data-sources/:id" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$data_source_id" },
    output: { id: "0198c0de-0000-7000-8000-000000000051", is_deleted: true },
  },
  async run(ctx, { id }) {
    await ctx.db.transaction(async (tx) => {
      if ((await lockSource(tx, id)) === undefined) throw notFound("data source");
      await setDeleted(tx, id, ctx.clock.now().toISOString());
      await appendAudit(ctx, tx, [{ action: "data_source.deleted", subject: id, payload: {} }]);
    });
    return { id, is_deleted: true as const };
  },
});
