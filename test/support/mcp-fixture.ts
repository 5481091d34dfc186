import type { Context, Principal } from "../../src/core/context.ts";
import { ServiceError } from "../../src/core/errors.ts";
import type { Operation } from "../../src/core/operation.ts";
import { SCOPES, type Scope } from "../../src/core/scopes.ts";
import { createMcpEndpoint } from "../../src/interfaces/mcp/endpoint.ts";
import { textOf } from "../../src/interfaces/mcp/pieces.ts";
import type {
  Admitted,
  Charge,
  McpDeps,
  McpEndpoint,
  McpHttpRequest,
  McpHttpResponse,
  Refused,
} from "../../src/interfaces/mcp/http-types.ts";
import { fixtureOperations } from "./mcp-fixture-operations.ts";

interface FixtureAdmission extends Admitted {
  readonly credential: string;
}

export interface FixtureOptions {
  readonly operations?: readonly Operation[];
  readonly base_url?: string;
  readonly allowed_origins?: readonly string[];
  readonly scopes?: readonly Scope[];
  readonly principal?: Principal["kind"];
  /** Calls left in either bucket. */
  readonly budget?: number;
  readonly refusal?: Refused;
  readonly contextFor?: McpDeps<FixtureAdmission>["contextFor"];
}

export interface Fixture {
  readonly endpoint: McpEndpoint;
  readonly deps: McpDeps<FixtureAdmission>;
  readonly logged: unknown[];
  readonly charged: ("read" | "write")[];
}

export const TEST_KEY = `qk_live_${"a".repeat(64)}`;

/** An endpoint whose admission knows one key. */
export function mcpFixture(options: FixtureOptions = {}): Fixture {
  const logged: unknown[] = [];
  const charged: ("read" | "write")[] = [];
  let budget = options.budget ?? 1_000_000;
  const deps: McpDeps<FixtureAdmission> = {
    operations: options.operations ?? fixtureOperations,
    base_url: options.base_url ?? "https://carbon.example",
    errors_url: "https://carbon.example/errors",
    version: "0.0.0-test",
    ...(options.allowed_origins === undefined ? {} : { allowed_origins: options.allowed_origins }),
    log: { error: (fields) => logged.push(fields) },
    admit: async (request) => options.refusal ?? admit(request),
    chargeTool(_, access): Charge {
      charged.push(access);
      budget -= 1;
      const headers = { "x-ratelimit-limit": "600", "x-ratelimit-remaining": String(Math.max(0, budget)) };
      if (budget >= 0) return { kind: "charged", headers };
      const error = new ServiceError("rate_limit.exceeded", "600 calls a minute are allowed; wait 17 seconds.");
      return { kind: "refused", error, retry_after_seconds: 17, headers };
    },
    contextFor: options.contextFor ?? (() => fixtureContext(options.scopes ?? SCOPES, options.principal)),
  };
  return { endpoint: createMcpEndpoint(deps), deps, logged, charged };
}

function admit(request: McpHttpRequest): FixtureAdmission | Refused {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    return { kind: "refused", error: new ServiceError("auth.missing_token", "Send Authorization: Bearer <key>.") };
  }
  if (authorization !== `Bearer ${TEST_KEY}`) {
    return { kind: "refused", error: new ServiceError("auth.invalid_token", "No such credential.") };
  }
  return { kind: "admitted", headers: { "x-request-id": "fixture" }, credential: TEST_KEY };
}

/** A context for operations that reach for nothing but the caller's rights and its years; anything else fails the test loudly. */
function fixtureContext(scopes: readonly Scope[], kind: Principal["kind"] = "tenant_key"): Context {
  const unused = (): never => {
    throw new Error("a fixture operation reached for a port");
  };
  return {
    principal: { kind, actor: "api_key:fixture", credential_id: "fixture", scopes: new Set(scopes) },
    tenant: { id: "t", name: "Fixture", country: "DK", plan: "starter", environment: "live" },
    // Prompts ask for the company's financial years: it has stated none.
    db: { rows: () => Promise.resolve([]), textRows: unused, readOnly: unused, transaction: unused },
    clock: { now: unused },
    newId: unused,
    randomBytes: unused,
    uploadChanges: { watch: unused },
    catalog: unused,
    companyRegister: unused,
    cursors: { seal: unused, open: unused },
    files: { adopt: unused, put: unused, takeReceived: unused, read: unused, open: unused },
    jobs: { enqueue: unused },
    emit: unused,
    forgetCredential: unused,
    secrets: { seal: unused, open: unused },
    checkAddress: unused,
    openSource: unused,
    rendering: { unavailableReason: unused, versions: unused, template_sha256: null, render: unused },
    pages: { draw: unused, layout: unused, show: unused },
  };
}

type Wire = Readonly<Record<string, string | undefined>>;

/** Headers of a client that sends everything the specification asks for. */
export const CLIENT_HEADERS: Wire = {
  authorization: `Bearer ${TEST_KEY}`,
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** Sends one body; strings and buffers go as they are, everything else as JSON. A header set to undefined is left out. */
export async function post(
  endpoint: McpEndpoint,
  body: unknown,
  headers: Wire = {},
  rest: Partial<McpHttpRequest> = {},
): Promise<TextResponse> {
  return asText(
    await endpoint.handle({
      method: "POST",
      headers: { ...CLIENT_HEADERS, ...headers },
      body: Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
      remote_address: "203.0.113.7",
      host: "carbon.example",
      isAbandoned: () => false,
      ...rest,
    }),
  );
}

/** An answer with its body as one text. */
export interface TextResponse extends Omit<McpHttpResponse, "body"> {
  readonly body: string;
}

export function asText(response: McpHttpResponse): TextResponse {
  return { ...response, body: textOf(response.body) };
}

/** The JSON of an answer, out of its only SSE frame or its JSON body. */
export function payload(response: TextResponse): unknown {
  const frame = /^event: message\ndata: (.*)\n\n$/.exec(response.body)?.[1];
  const value: unknown = JSON.parse(frame ?? response.body);
  return value;
}

export const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
} as const;

/** A request of 2026-07-28 with the headers that mirror it. */
export function modern(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  id: string | number = 1,
): { body: unknown; headers: Wire } {
  const name = params["name"] ?? params["uri"];
  return {
    body: { jsonrpc: "2.0", id, method, params: { ...params, _meta: MODERN_META } },
    headers: {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof name === "string" ? { "mcp-name": name } : {}),
    },
  };
}

export function legacy(method: string, params?: unknown, id: string | number = 1): unknown {
  return { jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) };
}
