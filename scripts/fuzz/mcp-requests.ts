import type { Tool } from "./contract.ts";
import type { Expectation, FuzzRequest, FuzzTarget } from "./fuzz-request.ts";
import type { Random } from "./random.ts";
import { jsonGarbage } from "./json-garbage.ts";
import { pickOperation, validArguments, type ValidArguments } from "./valid-arguments.ts";
import { asSchema, HOSTILE_TEXTS, hostileValue, wrongValue } from "./values.ts";

const METHODS = [
  "initialize",
  "ping",
  "server/discover",
  "subscriptions/listen",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
  "notifications/initialized",
  "logging/setLevel",
  "no/such",
];
const MODERN = "2026-07-28";
const VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", MODERN, "2031-01-01", "x"];

/** Kinds of messages by the share of requests up to which they come. */
const KINDS = [
  { until: 0.7, make: toolCall },
  { until: 0.83, make: wrongToolCall },
  { until: 0.95, make: otherMethod },
];

interface Message {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly expectation: Expectation;
  readonly operation: string | null;
  readonly what: string;
}

/** One POST to the assistant endpoint: a tool call, right or with one thing wrong, another method, or nonsense. */
export function mcpRequest(random: Random, target: FuzzTarget): FuzzRequest {
  const turn = random.next();
  const make = KINDS.find(({ until }) => turn < until)?.make ?? oddMessage;
  const message = make(random, target);
  const isHostile = random.chance(0.03);
  const isSandbox = random.chance(0.05) && target.keys.sandbox.length > 0;
  const key = random.pick(isHostile ? target.keys.refused : isSandbox ? target.keys.sandbox : target.keys.live);
  const { body, headers, operation, what } = message;
  const odd = random.chance(0.06) ? oddHeaders(random) : {};
  // The ids in the arguments are live ones.
  const isElsewhere = key.startsWith("qk_sandbox_") && message.expectation === "accepted";
  return {
    door: "mcp",
    listener: "main",
    method: random.chance(0.99) ? "POST" : random.pick(["GET", "DELETE", "OPTIONS", "PUT", "PATCH", "HEAD", "TRACE"]),
    path: "/api/mcp",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: random.pick(["application/json, text/event-stream", "application/json", "*/*", "text/event-stream"]),
      ...target.headers,
      ...headers,
      ...odd,
    },
    body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
    raw: null,
    expectation: isHostile || isElsewhere || Object.keys(odd).length > 0 ? "any" : message.expectation,
    operation,
    what,
  };
}

function argumentsOf(random: Random, target: FuzzTarget, tool: Tool): ValidArguments {
  const { properties, required } = tool.input;
  const mustHave: readonly unknown[] = Array.isArray(required) ? required : [];
  const described = Object.entries(asSchema(properties)).map(([name, schema]) => ({
    name,
    schema: asSchema(schema),
    required: mustHave.includes(name),
    example: undefined,
  }));
  return validArguments(random, target, tool.name, described);
}

function pickTool(random: Random, target: FuzzTarget): Tool {
  const { tools } = target.contract;
  const name = pickOperation(
    random,
    target,
    tools.map((tool) => tool.name),
  );
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`${name} is no tool`);
  return tool;
}

function toolCall(random: Random, target: FuzzTarget): Message {
  const tool = pickTool(random, target);
  const { values, are_known } = argumentsOf(random, target, tool);
  const call = inSomeEra(random, "tools/call", { name: tool.name, arguments: values });
  // What a write takes together, its schema alone cannot say; and a smaller plan has fewer tools.
  const expectation = tool.is_read && are_known && target.has_rest ? "accepted" : "any";
  return { ...call, expectation, operation: tool.name, what: "valid" };
}

function wrongToolCall(random: Random, target: FuzzTarget): Message {
  const tool = random.pick(target.contract.tools);
  const args: Record<string, unknown> = { ...argumentsOf(random, target, tool).values };
  const properties = Object.entries(asSchema(tool.input["properties"]));
  const [name, schema] = properties.length === 0 ? ["no_such", {}] : random.pick(properties);
  const wrong = wrongValue(random, target.contract, asSchema(schema));
  if (wrong === undefined || random.chance(0.2)) args["no_such_argument"] = hostileValue(random) ?? 1;
  else args[name] = wrong;
  const call = inSomeEra(random, "tools/call", { name: tool.name, arguments: args });
  return { ...call, expectation: "refused", operation: tool.name, what: `wrong ${name}` };
}

function otherMethod(random: Random): Message {
  const method = random.pick(METHODS);
  const params = random.pick<() => Record<string, unknown>>([
    () => ({}),
    () => ({
      uri: random.pick(["svc://usage-guide", "svc://ghg-scopes", "svc://emission-categories", ...HOSTILE_TEXTS]),
    }),
    () => ({
      name: random.pick(["year_over_year_review", ...HOSTILE_TEXTS]),
      arguments: { year: hostileValue(random) },
    }),
    () => ({ protocolVersion: random.pick(VERSIONS), capabilities: {}, clientInfo: { name: "f", version: "1" } }),
    () => ({ cursor: hostileValue(random) }),
  ])();
  return { ...inSomeEra(random, method, params), expectation: "any", operation: null, what: method };
}

function oddMessage(random: Random, target: FuzzTarget): Message {
  const call = toolCall(random, target);
  const body = random.pick<() => unknown>([
    () => jsonGarbage(random),
    () => [call.body, call.body, { jsonrpc: "2.0", method: "notifications/initialized" }],
    () => Array.from({ length: random.int(0, 60) }, () => ({ jsonrpc: "2.0", id: 1, method: "ping" })),
    () => ({ ...asSchema(call.body), id: hostileValue(random) }),
    () => ({ ...asSchema(call.body), jsonrpc: hostileValue(random) }),
    () => ({ ...asSchema(call.body), params: hostileValue(random) }),
    () => ({ ...asSchema(call.body), method: hostileValue(random) }),
    () => ({ jsonrpc: "2.0", id: 1, result: {} }),
    () => hostileValue(random),
  ])();
  return { ...call, body: body ?? null, expectation: "any", operation: null, what: "odd message" };
}

/** The message in the older form, or in that of 2026-07-28 with its envelope and headers. */
function inSomeEra(random: Random, method: string, params: Readonly<Record<string, unknown>>): Message {
  const rest = { expectation: "accepted", operation: null, what: "" } as const;
  const id = random.pick<string | number>([1, "a", 0, "æ"]);
  if (random.chance(0.6)) return { body: { jsonrpc: "2.0", id, method, params }, headers: {}, ...rest };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1" },
  };
  const name = params["name"] ?? params["uri"];
  const headers = {
    "mcp-protocol-version": MODERN,
    "mcp-method": method,
    ...(typeof name === "string" ? { "mcp-name": `=?base64?${Buffer.from(name).toString("base64")}?=` } : {}),
  };
  return { body: { jsonrpc: "2.0", id, method, params: { ...params, _meta } }, headers, ...rest };
}

function oddHeaders(random: Random): Record<string, string> {
  const [name, values] = random.pick<readonly [string, readonly string[]]>([
    ["mcp-protocol-version", VERSIONS],
    ["mcp-session-id", ["stale", "x".repeat(500)]],
    ["mcp-method", ["tools/list", "x"]],
    ["mcp-name", ["x", "=?base64?***?="]],
    ["accept", ["application/json;q=0", "image/png", ",", "text/event-stream;q=0, application/json"]],
    ["content-type", ["text/plain", "application/json; charset=latin1", "x", "multipart/form-data"]],
    ["origin", ["https://evil.test", "null", "http://localhost:1"]],
    ["content-encoding", ["gzip"]],
    ["last-event-id", ["1"]],
    ["x-svc-tenant", ["x"]],
  ]);
  return { [name]: random.pick(values) };
}
