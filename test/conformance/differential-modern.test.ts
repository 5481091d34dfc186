import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Comparison,
  comparison,
  essence,
  type Headers,
  outcome,
  rpc,
  type Seen,
} from "../support/conformance-comparison.ts";

/*
 * The same requests of 2026-07-28 to this service and to the official SDK's server over the same tools. The SDK is told
 * to stream every answer, as the service does; all else is its own reading of the revision. Where the two differ on
 * purpose, the difference itself is what the test states.
 */

let pair: Comparison;
beforeAll(async () => {
  pair = await comparison();
});
afterAll(async () => pair.close());

const VERSION = "2026-07-28";
const PREFIX = "io.modelcontextprotocol";
const ENVELOPE = {
  [`${PREFIX}/protocolVersion`]: VERSION,
  [`${PREFIX}/clientCapabilities`]: {},
  [`${PREFIX}/clientInfo`]: { name: "t", version: "1" },
};
const without = (key: string) => Object.fromEntries(Object.entries(ENVELOPE).filter(([name]) => !name.endsWith(key)));
const inVersion = (version: string) => ({ ...ENVELOPE, [`${PREFIX}/protocolVersion`]: version });

function modern(method: string, params: object = {}, envelope: object = ENVELOPE, id: unknown = 1) {
  return rpc(method, { ...params, _meta: envelope }, id);
}

/** The standard headers of a request; a name where the method has one. */
function mirrored(method: string, name?: string): Headers {
  const headers = { "mcp-protocol-version": VERSION, "mcp-method": method };
  return name === undefined ? headers : { ...headers, "mcp-name": name };
}

const LIST_CALL = { name: "list_emissions", arguments: { limit: 3 } };
const PROMPT = { name: "emissions_vs_target_analysis", arguments: { year: "2025" } };
const COMPLETION = { ref: { type: "ref/prompt", name: "x" }, argument: { name: "a", value: "b" } };
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;

describe("the service answers like the official server", () => {
  test.each<[string, unknown, Headers]>([
    ["tools/list", modern("tools/list"), mirrored("tools/list")],
    ["prompts/list", modern("prompts/list"), mirrored("prompts/list")],
    ["resources/list", modern("resources/list"), mirrored("resources/list")],
    ["resources/templates/list", modern("resources/templates/list"), mirrored("resources/templates/list")],
    ["a call", modern("tools/call", LIST_CALL), mirrored("tools/call", "list_emissions")],
    ["a name in Base64", modern("tools/call", LIST_CALL), mirrored("tools/call", base64("list_emissions"))],
    ["an unknown tool", modern("tools/call", { name: "nope", arguments: {} }), mirrored("tools/call", "nope")],
    ["a tool's name that is no text", modern("tools/call", { name: 1 }), mirrored("tools/call")],
    ["a prompt", modern("prompts/get", PROMPT), mirrored("prompts/get", PROMPT.name)],
    ["an unknown prompt", modern("prompts/get", { name: "nope" }), mirrored("prompts/get", "nope")],
    [
      "a resource",
      modern("resources/read", { uri: "svc://ghg-scopes" }),
      mirrored("resources/read", "svc://ghg-scopes"),
    ],
    ["an unknown resource", modern("resources/read", { uri: "svc://nope" }), mirrored("resources/read", "svc://nope")],
    ["an envelope without a client's name", modern("tools/list", {}, without("clientInfo")), mirrored("tools/list")],
    [
      "a subscription to nothing",
      modern("subscriptions/listen", { notifications: {} }),
      mirrored("subscriptions/listen"),
    ],
    ["an Accept that names neither type", modern("tools/list"), { ...mirrored("tools/list"), accept: "*/*" }],
    ["a stale session id", modern("tools/list"), { ...mirrored("tools/list"), "mcp-session-id": "gone" }],
    ["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }, mirrored("notifications/initialized")],
  ])("%s", async (_, body, headers) => {
    const { own, official } = await pair.both(body, headers);
    expect(own.status).toBeLessThan(300);
    expect(essence(own)).toEqual(essence(official));
  });
});

describe("the service refuses like the official server", () => {
  test.each<[string, unknown, Headers]>([
    ["a ping, which this revision does not have", modern("ping"), mirrored("ping")],
    ["a handshake", modern("initialize", { protocolVersion: VERSION, capabilities: {} }), mirrored("initialize")],
    ["a log level", modern("logging/setLevel", { level: "info" }), mirrored("logging/setLevel")],
    [
      "a completion, which nothing here offers",
      modern("completion/complete", COMPLETION),
      mirrored("completion/complete"),
    ],
    ["a method of the client", modern("roots/list"), mirrored("roots/list")],
    ["an unknown method", modern("nope/nothing"), mirrored("nope/nothing")],
    ["a request without the method's header", modern("tools/list"), { "mcp-protocol-version": VERSION }],
    ["the header of another method", modern("tools/list"), mirrored("prompts/list")],
    ["a call without the tool's header", modern("tools/call", LIST_CALL), mirrored("tools/call")],
    ["the header of another tool", modern("tools/call", LIST_CALL), mirrored("tools/call", "list_activities")],
    ["a header that is no Base64", modern("tools/call", LIST_CALL), mirrored("tools/call", "=?base64?%%%?=")],
    [
      "the header of another version",
      modern("tools/list"),
      { ...mirrored("tools/list"), "mcp-protocol-version": "2025-11-25" },
    ],
    [
      "an unknown version",
      modern("tools/list", {}, inVersion("2030-01-01")),
      { ...mirrored("tools/list"), "mcp-protocol-version": "2030-01-01" },
    ],
    ["an unknown version without headers", modern("tools/list", {}, inVersion("2030-01-01")), {}],
    ["an older version in an envelope", modern("tools/list", {}, inVersion("2025-11-25")), {}],
    ["a request without an envelope", rpc("tools/list", {}), mirrored("tools/list")],
    ["server/discover without an envelope", rpc("server/discover"), mirrored("server/discover")],
    [
      "an envelope without capabilities",
      modern("tools/list", {}, without("clientCapabilities")),
      mirrored("tools/list"),
    ],
    [
      "capabilities that are no object",
      modern("tools/list", {}, { ...ENVELOPE, [`${PREFIX}/clientCapabilities`]: 1 }),
      mirrored("tools/list"),
    ],
    ["a batch", [modern("tools/list")], mirrored("tools/list")],
    ["an empty batch", [], mirrored("tools/list")],
    ["a body that is no JSON", "{", mirrored("tools/list")],
    ["a body of null", "null", mirrored("tools/list")],
    ["an object that is no message", { foo: 1 }, mirrored("tools/list")],
    ["an id of null", modern("tools/list", {}, ENVELOPE, null), mirrored("tools/list")],
  ])("%s", async (_, body, headers) => {
    const { own, official } = await pair.both(body, headers);
    expect(own.status).toBeGreaterThanOrEqual(400);
    expect(essence(own)).toEqual(essence(official));
  });
});

type Outcome = readonly [number, number | null];

describe("the service differs from the official server on purpose", () => {
  test.each<[string, unknown, Headers, Outcome, Outcome]>([
    // Early clients of this revision send no MCP headers at all; what they send is never contradicted by one.
    ["a request without headers", modern("tools/list"), {}, [200, null], [400, -32_020]],
    ["server/discover as a bare question", rpc("server/discover"), {}, [200, null], [200, -32_601]],
    // Nobody asked for it, and nothing depends on it: no revision says what such a message is answered.
    ["a stray response", { jsonrpc: "2.0", id: 5, result: {} }, mirrored("x"), [202, null], [400, -32_000]],
    ["parameters in a list", rpc("tools/list", [1]), mirrored("tools/list"), [400, -32_602], [400, -32_600]],
    [
      "another media type",
      modern("tools/list"),
      { ...mirrored("tools/list"), "content-type": "text/plain" },
      [415, -32_600],
      [415, -32_000],
    ],
    [
      "a cursor for a list of one page",
      modern("tools/list", { cursor: "x" }),
      mirrored("tools/list"),
      [200, -32_602],
      [200, null],
    ],
  ])("in %s", async (_, body, headers, expectedOwn, expectedOfficial) => {
    const { own, official } = await pair.both(body, headers);
    expect(outcome(own)).toEqual(expectedOwn);
    expect(outcome(official)).toEqual(expectedOfficial);
  });

  test("in server/discover: it names the revisions with a handshake too, because it serves them", async () => {
    const { own, official } = await pair.both(modern("server/discover"), mirrored("server/discover"));
    const withoutVersions = ({ status, type, messages }: Seen) => {
      const { supportedVersions: _, ...rest } = resultOf(messages[0]);
      return { status, type, rest };
    };
    expect(withoutVersions(own)).toEqual(withoutVersions(official));
    expect(resultOf(official.messages[0])["supportedVersions"]).toEqual([VERSION]);
    expect(resultOf(own.messages[0])["supportedVersions"]).toEqual([VERSION, ...HANDSHAKE_VERSIONS]);
  });

  test("in an Accept of JSON alone: no stream is sent to who cannot read one", async () => {
    const headers = { ...mirrored("tools/list"), accept: "application/json" };
    const { own, official } = await pair.both(modern("tools/list"), headers);
    expect([own.type, official.type]).toEqual(["application/json", "text/event-stream"]);
    expect(own.messages).toEqual(official.messages);
  });

  test("in arguments of a tool that are no object: the model can read what is wrong", async () => {
    const params = { name: "list_emissions", arguments: [1] };
    const { own, official } = await pair.both(modern("tools/call", params), mirrored("tools/call", params.name));
    expect(own.messages[0]).toMatchObject({ result: { isError: true, resultType: "complete" } });
    expect(outcome(official)).toEqual([200, -32_602]);
  });

  test("in an id that is no id: it is not given back", async () => {
    const { own, official } = await pair.both(modern("tools/list", {}, ENVELOPE, 1.5), mirrored("tools/list"));
    const ids = ({ messages }: Seen) => messages.map((message) => message["id"]);
    expect([ids(own), ids(official)]).toEqual([[null], [1.5]]);
  });
});

const HANDSHAKE_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

function resultOf(message: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> {
  const result = message?.["result"];
  if (typeof result !== "object" || result === null) throw new Error("the message has no result");
  return { ...result };
}
