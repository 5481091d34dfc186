import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { columnMapping, EXAMPLE_MAPPING, toMappingView } from "./column-mapping-record.ts";
import { selectVersions, VERSIONS_MAX } from "./store.ts";

const withVersions = z.object({ ...columnMapping.shape, versions: z.array(columnMapping) });
SCHEMA_NAMES.add(withVersions, { name: "ColumnMappingVersions" });

export const getColumnMapping = defineOperation({
  name: "get_column_mapping",
  title: "One column mapping",
  description: `What the company says of the columns of a source, and its last ${VERSIONS_MAX} versions, newest first, with who stated each.`,
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the mapping, from list_column_mappings") }),
  output: withVersions,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/column-mappings/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$column_mapping_id" }, output: { ...EXAMPLE_MAPPING, versions: [EXAMPLE_MAPPING] } },
  async run(ctx, { id }) {
    const [newest, ...older] = (await selectVersions(ctx.db, id)).map(toMappingView);
    if (newest === undefined) throw notFound("column mapping");
    return { ...newest, versions: [newest, ...older] };
  },
});
