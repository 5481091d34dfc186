import { ERROR_CODES } from "../../core/errors.ts";
import type { Operation } from "../../core/operation.ts";
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "../../core/page.ts";
import { RATE_LIMITS } from "../../core/rate-limits.ts";
import { utf8 } from "../http/utf8.ts";
import { shownValue } from "../rest/openapi-values.ts";
import { SUPPORTED_VERSIONS } from "./era.ts";
import { emptyResponse, jsonResponse } from "./framing.ts";
import type { McpDeps, McpEndpoint, McpHttpResponse } from "./http-types.ts";
import { errorMessage, RPC, RpcError } from "./json-rpc.ts";
import { promptList } from "./prompts.ts";
import { resourceList } from "./resources.ts";
import { tierGate } from "./tier-gate.ts";
import { describeTool, toolOperations } from "./tool-list.ts";

type Facts = Pick<McpDeps, "operations" | "base_url" | "errors_url" | "version">;

/** Any page may read the document: it holds nothing of a tenant. */
const HEADERS = { "access-control-allow-origin": "*" } as const;

/** Answers GET and HEAD /api/mcp/schema from one text that is made at start. */
export function schemaResponder(facts: Facts): McpEndpoint["handleSchema"] {
  const document = jsonResponse(200, [utf8(JSON.stringify(schemaDocument(facts)))], HEADERS);
  const response = { ...document, headers: { ...document.headers, "cache-control": "public, max-age=300" } };
  return ({ method }): McpHttpResponse => {
    if (method === "GET") return response;
    if (method === "HEAD") return { ...response, body: [] };
    const allow = { ...HEADERS, allow: "GET, HEAD, OPTIONS" };
    if (method === "OPTIONS") return emptyResponse(204, { ...allow, "access-control-allow-methods": "GET, HEAD" });
    return jsonResponse(405, errorMessage(null, new RpcError(RPC.invalid_request, "Use GET.")), allow);
  };
}

/** The description of the whole MCP server (contract 4.1), derived from what is registered. */
function schemaDocument(facts: Facts): Readonly<Record<string, unknown>> {
  const tools = toolOperations(facts.operations);
  const names = new Set(tools.map((tool) => tool.name));
  return {
    name: "carbon-ledger",
    title: "Carbon Ledger",
    version: facts.version,
    endpoint: `${facts.base_url}/api/mcp`,
    transport: "streamable-http",
    protocol_versions: SUPPORTED_VERSIONS,
    tools: tools.map(describeForSchema),
    resources: resourceList(names),
    prompts: promptList(names),
    conventions: conventions(facts),
    rate_limits: rateLimits(tools),
  };
}

function describeForSchema(operation: Operation): Readonly<Record<string, unknown>> {
  const { inputSchema, outputSchema, annotations } = describeTool(operation);
  return {
    name: operation.name,
    title: operation.title,
    description: operation.description,
    scope: operation.scope,
    layer: operation.layer,
    tier_gate: tierGate(operation.feature),
    feature: operation.feature ?? null,
    access: operation.access,
    callers: operation.callers,
    annotations,
    input_schema: inputSchema,
    output_schema: outputSchema,
    example: exampleOf(operation),
    errors: operation.errors,
  };
}

/** Where the ids of examples come from: which ones a company has, nobody can know beforehand. */
const ID_SOURCES: Readonly<Record<string, string>> = {
  $attested_report_id: "list_reports",
  $draft_scenario_id: "create_scenario_draft",
  $entry_id: "list_emissions",
  $report_job_id: "generate_report",
  $scenario_id: "list_scenarios",
  $webhook_with_deliveries_id: "list_webhooks",
};

/**
 * The example as a call that validates; `ids_from` names for each id in it the tool whose answer holds one, in `id` or in
 * the `id` of its items.
 */
function exampleOf({ example }: Operation): Readonly<Record<string, unknown>> {
  const placed = Object.entries(example.input).filter(
    ([, value]) => typeof value === "string" && value.startsWith("$"),
  );
  const ids_from = Object.fromEntries(placed.map(([name, value]) => [name, ID_SOURCES[String(value)]]));
  const shown = { input: shownValue(example.input), output: shownValue(example.output) };
  return placed.length === 0 ? shown : { ...shown, ids_from };
}

function conventions({ base_url, errors_url }: Facts): Readonly<Record<string, unknown>> {
  return {
    authentication: {
      header: "Authorization: Bearer <credential>",
      credentials: ["API key qk_live_<64 hex> or qk_sandbox_<64 hex>", "OAuth 2.1 access token"],
      resource_metadata: `${base_url}/.well-known/oauth-protected-resource/api/mcp`,
      consultant_header: "X-Svc-Tenant: <client tenant id>, with consultant keys",
    },
    pagination: {
      request: ["cursor", "limit"],
      response: ["items", "next_cursor"],
      limit_default: PAGE_LIMIT_DEFAULT,
      limit_max: PAGE_LIMIT_MAX,
      rule: "Send next_cursor back unchanged as cursor until it is null. No page numbers, no offset, no total.",
      order: "created_at descending, then id descending, unless the tool says otherwise",
    },
    dates: {
      format: "ISO 8601; a date alone means the start (from) or the end (to) of that day in UTC",
      range: "from and to are inclusive on both ends and compared with the transaction date",
    },
    units: { emissions: "kg CO2e", scope_2: "market-based unless location-based is asked for" },
    errors: {
      tool_errors: 'In-band: result with isError true and one text content, the JSON {"code","title","detail"}',
      protocol_errors: {
        "-32001": "Missing or invalid credential (HTTP 401 or 403) or rate limit (HTTP 429 with Retry-After)",
        "-32603": "Internal server error",
      },
      type_base: errors_url,
      codes: Object.entries(ERROR_CODES).map(([code, { title }]) => ({ code, title, type: `${errors_url}/${code}` })),
    },
  };
}

/** Fixed windows per credential; the tool's access decides the bucket. */
function rateLimits(tools: readonly Operation[]): Readonly<Record<string, unknown>> {
  const bucket = (access: "read" | "write"): Readonly<Record<string, unknown>> => ({
    live_per_minute: RATE_LIMITS.live[access],
    sandbox_per_minute: RATE_LIMITS.sandbox[access],
    tools: tools.filter((tool) => tool.access === access).map((tool) => tool.name),
  });
  return { read: bucket("read"), write: bucket("write") };
}
