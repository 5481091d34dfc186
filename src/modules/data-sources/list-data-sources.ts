import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { dataSource } from "./data-source.ts";
import { selectDataSources } from "./store.ts";

export const listDataSources = defineOperation({
  name: "list_data_sources",
  title: "List data sources",
  description:
    "Where the company's documents come from: connector, sync status and how many documents are pending, waiting for " +
    "review or refused. A pending_count above 0 means that sums will still change.",
  layer: 1,
  scope: "data_sources:read",
  access: "read",
  input: z.object({ ...pageInput }),
  output: page(dataSource),
  errors: ["pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/data-sources" },
  tool: true,
  callers: "any",
  example: {
    input: {},
    output: {
      items: [
        {
          id: "0198c0de-0000-7000-8000-000000000003",
          connector: "upload",
          name: "Uploads",
          status: "connected",
          last_sync_at: "2026-11-21T08:00:00.000000Z",
          next_sync_at: null,
          pending_count: 0,
          review_count: 2,
          failed_count: 0,
          error_code: null,
          error_message: null,
          created_by: null,
          created_by_name: null,
          created_at: "2026-01-05T08:00:00.000000Z",
        },
      ],
      next_cursor: null,
    },
  },
  async run(ctx, input) {
    const purpose = { list: "list_data_sources", filters: {} };
    return await keysetPage(ctx.cursors, purpose, input, (after, limit) => selectDataSources(ctx.db, after, limit));
  },
});
