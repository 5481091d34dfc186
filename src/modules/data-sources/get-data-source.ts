import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { dataSourceDetails, EXAMPLE_SOURCE } from "./data-source.ts";
import { selectDataSource } from "./store.ts";

export const getDataSource = defineOperation({
  name: "get_data_source",
  title: "Get a data source",
  description:
    "One source with how it is reached and how its last sync went. needs_attention: a person must act (credentials, " +
    "permissions, a changed host key); error: it is tried again at next_sync_at.",
  layer: null,
  scope: "data_sources:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("id of the data source") }),
  output: dataSourceDetails,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/data-sources/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$data_source_id" }, output: EXAMPLE_SOURCE },
  async run(ctx, { id }) {
    const source = await selectDataSource(ctx.db, id);
    if (source === undefined) throw notFound("data source");
    return source;
  },
});
