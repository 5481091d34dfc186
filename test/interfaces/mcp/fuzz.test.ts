import fc from "fast-check";
import { expect, test } from "vitest";
import { countedWrite, fixtureOperations } from "../../support/mcp-fixture-operations.ts";
import { CLIENT_HEADERS, mcpFixture, MODERN_META, post } from "../../support/mcp-fixture.ts";

const { endpoint } = mcpFixture({ operations: [...fixtureOperations, countedWrite().operation] });

/** What no answer may contain, whatever was asked. */
const INTERNALS =
  /\bat [\w.]+ \(|node:internal|\/src\/|\.ts:\d|select \w+ from|postgres|ZodError|TypeError|undefined is/i;
const STATUSES = new Set([200, 202, 400, 401, 404, 405, 413, 415, 429]);

const METHODS = [
  "initialize",
  "ping",
  "server/discover",
  "subscriptions/listen",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
  "notifications/initialized",
];
const TOOLS = [...fixtureOperations.map((operation) => operation.name), "create_thing", "__proto__", "constructor"];

const id = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.constant(null), fc.object({ maxDepth: 1 }));
const toolParams = fc.record(
  {
    name: fc.oneof(fc.constantFrom(...TOOLS), fc.anything()),
    arguments: fc.oneof(fc.record({ value: fc.anything(), name: fc.anything() }), fc.anything()),
    uri: fc.oneof(fc.constantFrom("svc://usage-guide", "svc://emission-categories"), fc.string()),
    cursor: fc.anything(),
    _meta: fc.oneof(fc.constant(MODERN_META), fc.object({ maxDepth: 1 }), fc.constant(null)),
  },
  { requiredKeys: [] },
);
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant("2.0") }, { weight: 1, arbitrary: fc.anything() }),
    id,
    method: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...METHODS) }, { weight: 1, arbitrary: fc.string() }),
    params: fc.oneof({ weight: 5, arbitrary: toolParams }, { weight: 1, arbitrary: fc.anything() }),
  },
  { requiredKeys: ["method"] },
);
const body = fc.oneof(
  { weight: 8, arbitrary: message.map(jsonOf) },
  { weight: 1, arbitrary: fc.array(message, { maxLength: 4 }).map(jsonOf) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
);
const version = fc.option(
  fc.oneof(fc.constantFrom("2026-07-28", "2025-11-25", "2025-03-26", "2024-11-05"), fc.string()),
  { nil: undefined },
);

/** JSON text of anything; what JSON cannot hold becomes null. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === "bigint" ? null : member)) ?? "null";
}

test("no body and no header makes the endpoint throw, answer a 5xx or show its inside", async () => {
  const headers = fc.record({ version, method: fc.option(fc.constantFrom(...METHODS), { nil: undefined }) });
  await fc.assert(
    fc.asyncProperty(body, headers, async (text, sent) => {
      const response = await post(endpoint, text, {
        "mcp-protocol-version": sent.version,
        "mcp-method": sent.method,
      });
      expect(STATUSES).toContain(response.status);
      expect(stripEcho(response.body, text)).not.toMatch(INTERNALS);
      expectWellFramed(response.status, response.headers["content-type"], response.body);
    }),
    { numRuns: 1_500 },
  );
});

test("any Authorization header that is not the key's is refused", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), body, async (credential, text) => {
      fc.pre(credential !== CLIENT_HEADERS["authorization"]);
      const response = await post(endpoint, text, { authorization: credential });
      expect(response.status).toBe(401);
      expect(JSON.parse(response.body)).toMatchObject({ error: { code: -32001 } });
    }),
    { numRuns: 200 },
  );
});

/** Ids, names and argument names are echoed: what the caller sent is not ours. */
function stripEcho(answer: string, sent: string): string {
  return INTERNALS.test(sent) ? "" : answer;
}

function expectWellFramed(status: number, type: string | undefined, text: string): void {
  if (status === 202) return expect(text).toBe("");
  if (type === "application/json") return void JSON.parse(text);
  expect(type).toBe("text/event-stream");
  const frames = text.split("\n\n");
  expect(frames.pop()).toBe("");
  for (const frame of frames) {
    const data = /^event: message\ndata: ([^\n\r]*)$/.exec(frame)?.[1];
    expect(data).toBeDefined();
    expect(JSON.parse(data ?? "")).toMatchObject({ jsonrpc: "2.0" });
  }
}
