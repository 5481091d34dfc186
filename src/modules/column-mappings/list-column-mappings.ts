import { z } from "zod";
import { assertKnownFilters } from "../../core/known-filters.ts";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { dataSourceFilter } from "../data-sources/index.ts";
import { columnMapping, EXAMPLE_MAPPING, toMappingView } from "./column-mapping-record.ts";
import { selectMappings } from "./store.ts";

export const listColumnMappings = defineOperation({
  name: "list_column_mappings",
  title: "List column mappings",
  description:
    "What the company says of the columns of its sources and of how they write costs: the newest version of each source, stated " +
    "last first. state_upload_file_columns makes them; tables with the same headings are read with them.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({
    data_source_id: z.uuid().describe("Only those of tables of this data source").optional(),
    ...pageInput,
  }),
  output: page(columnMapping),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/column-mappings" },
  tool: false,
  callers: "any",
  example: { input: { limit: 20 }, output: { items: [EXAMPLE_MAPPING], next_cursor: null } },
  async run(ctx, { data_source_id = null, ...request }) {
    const purpose = { list: "list_column_mappings", filters: { data_source_id } };
    const found = await keysetPage(ctx.cursors, purpose, request, (after, limit) =>
      selectMappings(ctx.db, data_source_id, after, limit),
    );
    await assertKnownFilters({ ...found, cursor: request.cursor }, [dataSourceFilter(ctx.db, data_source_id)]);
    return { items: found.items.map(toMappingView), next_cursor: found.next_cursor };
  },
});
