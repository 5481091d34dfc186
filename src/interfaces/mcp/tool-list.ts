import type { Operation } from "../../core/operation.ts";
import { inputJsonSchema, outputJsonSchema } from "./json-schema.ts";
import { fitOutputSchemas } from "./output-outline.ts";

interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: false;
  readonly idempotentHint: boolean;
  readonly openWorldHint: false;
}

/** One entry of tools/list. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: ToolAnnotations;
}

/** The operations that are tools, layer by layer; within a layer in the order of operations.ts, so the list never varies. */
export function toolOperations(operations: readonly Operation[]): readonly Operation[] {
  const tools = operations.filter((operation) => operation.tool);
  return tools.toSorted((a, b) => (a.layer ?? 4) - (b.layer ?? 4));
}

/** What most questions of a company come down to: their results are chained and computed with, so members are named. */
const MEMBERS_NAMED: ReadonlySet<string> = new Set([
  "get_emissions_summary",
  "list_emissions",
  "get_emission_lineage",
  "list_activities",
  "generate_report",
  "get_report_status",
  "list_suppliers",
]);

/**
 * All entries of tools/list together, in bytes: assistants pay for them in every conversation. The only place that says so;
 * what descriptions and input schemas take, the output schemas have to leave out.
 */
export const TOOLS_LIST_BYTES_MAX = 36 * 1024;

/** The entries of tools/list, with output schemas in what the rest leaves of its bytes. */
export function describeTools(operations: readonly Operation[]): readonly ToolDescription[] {
  const whole = operations.map(describeTool);
  const rest = JSON.stringify(whole.map((tool) => ({ ...tool, outputSchema: null })));
  const outputs = fitOutputSchemas(
    whole.map(({ name, outputSchema }) => ({ schema: outputSchema, keepsMembers: MEMBERS_NAMED.has(name) })),
    TOOLS_LIST_BYTES_MAX - Buffer.byteLength(rest) + whole.length * "null".length,
  );
  return whole.map((tool, index) => ({ ...tool, outputSchema: outputs[index] ?? tool.outputSchema }));
}

/** One tool with its whole output schema. */
export function describeTool(operation: Operation): ToolDescription {
  return {
    name: operation.name,
    title: operation.title,
    description: operation.description,
    inputSchema: inputJsonSchema(operation.input),
    outputSchema: outputJsonSchema(operation.output),
    annotations: toolAnnotations(operation),
  };
}

/** Specification 4.2: writes are additive and stay inside the tenant, so nothing is destructive or open-world. */
function toolAnnotations(operation: Operation): ToolAnnotations {
  const isRead = operation.access === "read";
  return {
    readOnlyHint: isRead,
    destructiveHint: false,
    idempotentHint: isRead || operation.idempotent === true,
    openWorldHint: false,
  };
}
