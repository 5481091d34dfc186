import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestKey } from "../support/app.ts";
import { CONFORMANCE_EXTENSION } from "../support/conformance-extension.ts";
import type { Answer } from "../support/http-client.ts";
import { legacy, modern, MODERN_META } from "../support/mcp-fixture.ts";

let app: TestApp;
let key: TestKey;
let other: TestKey;
beforeAll(async () => {
  app = await testApp({ mcp_extension: CONFORMANCE_EXTENSION });
  const tenant = await app.db.tenant();
  key = await app.key(tenant);
  other = await app.key(tenant);
});
afterAll(async () => app.close());

type Params = Readonly<Record<string, unknown>>;

const ALL = { elicitation: {}, sampling: {}, roots: {} };
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const LOG_LEVEL = "io.modelcontextprotocol/logLevel";

const post = (body: unknown, headers: Readonly<Record<string, string | undefined>> = {}, by = key): Promise<Answer> => {
  const given = Object.entries({ accept: "application/json, text/event-stream", ...headers });
  const present = given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return app.as(by, "/api/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", ...Object.fromEntries(present) },
    body: JSON.stringify(body),
  });
};

/** A request of 2026-07-28 whose client can do everything, unless `meta` says otherwise. */
async function ask(method: string, params: Params, meta: Params = {}, by = key, more = {}): Promise<Answer> {
  const { body, headers } = modern(method, params);
  const _meta = { ...MODERN_META, [CAPABILITIES]: ALL, ...meta };
  return await post({ ...(body as object), params: { ...params, _meta } }, { ...headers, ...more }, by);
}

const call = (name: string, more: Params = {}, meta: Params = {}, by = key): Promise<Answer> =>
  ask("tools/call", { name, arguments: {}, ...more }, meta, by);

/** Every message of an answer, in order. */
function messages({ text }: Answer): unknown[] {
  if (!text.startsWith("event: ")) return [JSON.parse(text)];
  const frames = text.split("\n\n").filter((frame) => frame !== "");
  return frames.map((frame) => JSON.parse(frame.replace(/^event: message\ndata: /, "")) as unknown);
}

const stateOf = (answer: Answer): unknown => {
  const [message] = messages(answer) as { result: { requestState?: unknown } }[];
  return message?.result.requestState;
};

const CONFIRMED = { confirm: { action: "accept", content: { ok: true } } };

describe("questions to the client", () => {
  test("are a result of their own kind, with who asks", async () => {
    const [message] = messages(await call("test_input_required_result_elicitation"));
    expect(message).toMatchObject({
      result: {
        resultType: "input_required",
        inputRequests: { user_name: { method: "elicitation/create" } },
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "carbon-ledger" } },
      },
    });
    expect(message).not.toHaveProperty("result.requestState");
  });

  test.each([
    ["test_input_required_result_elicitation", { sampling: {} }, { elicitation: {} }],
    ["test_input_required_result_sampling", {}, { sampling: {} }],
    ["test_input_required_result_multiple_inputs", { sampling: {} }, { elicitation: {}, roots: {} }],
    ["test_input_required_result_list_roots", { roots: true }, { roots: {} }],
  ])("of %s are refused with what the client lacks", async (name, capabilities, requiredCapabilities) => {
    const answer = await call(name, {}, { [CAPABILITIES]: capabilities });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ id: 1, error: { code: -32021, data: { requiredCapabilities } } });
    expect(answer.headers).toHaveProperty("x-ratelimit-remaining");
  });

  test("are refused to clients of earlier revisions, which have no way to answer", async () => {
    const body = legacy("tools/call", { name: "test_input_required_result_elicitation", arguments: {} });
    expect(messages(await post(body))).toMatchObject([{ error: { code: -32600 } }]);
  });

  test("of a prompt are answered like those of a tool", async () => {
    const first = await ask("prompts/get", { name: "test_input_required_result_prompt" });
    expect(messages(first)).toMatchObject([{ result: { resultType: "input_required" } }]);
    const inputResponses = { user_context: { action: "accept", content: { context: "the plant" } } };
    const second = await ask("prompts/get", { name: "test_input_required_result_prompt", inputResponses });
    expect(messages(second)).toMatchObject([
      { result: { resultType: "complete", messages: [{ content: { text: "Context: the plant" } }] } },
    ]);
  });
});

describe("the state of a question", () => {
  const NAME = "test_input_required_result_request_state";

  test("comes back to the caller that got it, for the request that it was given for", async () => {
    const requestState = stateOf(await call(NAME));
    expect(requestState).toEqual(expect.any(String));
    const answer = await call(NAME, { inputResponses: CONFIRMED, requestState });
    expect(messages(answer)).toMatchObject([{ result: { resultType: "complete", content: [{ text: "state-ok" }] } }]);
  });

  test("is refused when anything about it or its request has changed", async () => {
    const requestState = String(stateOf(await call(NAME)));
    const last = requestState.endsWith("A") ? "B" : "A";
    const inputResponses = CONFIRMED;
    const attempts: readonly Promise<Answer>[] = [
      call(NAME, { inputResponses, requestState: `${requestState}x` }),
      call(NAME, { inputResponses, requestState: requestState.slice(0, -1) + last }),
      call(NAME, { inputResponses, requestState: "" }),
      call(NAME, { inputResponses, requestState: 7 }),
      call(NAME, { inputResponses, requestState: null }),
      call(NAME, { inputResponses, requestState, arguments: { amount: 1 } }),
      call("test_input_required_result_tampered_state", { inputResponses, requestState }),
      call(NAME, { inputResponses, requestState }, {}, other),
    ];
    for (const attempt of attempts) {
      expect(messages(await attempt)).toMatchObject([{ error: { code: -32602 } }]);
    }
  });
});

describe("notifications", () => {
  const progress = (value: number) => ({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: "t-1", progress: value, total: 100 },
  });

  test("of progress precede the result, where the request has a token", async () => {
    const told = await call("test_tool_with_progress", {}, { progressToken: "t-1" });
    expect(messages(told)).toMatchObject([progress(0), progress(50), progress(100), { id: 1, result: {} }]);
    for (const progressToken of [undefined, null, {}]) {
      expect(messages(await call("test_tool_with_progress", {}, { progressToken }))).toHaveLength(1);
    }
  });

  test("are left out of a single JSON answer, which can carry the result only", async () => {
    const params = { name: "test_tool_with_progress", arguments: {} };
    const answer = await ask("tools/call", params, { progressToken: 1 }, key, { accept: "application/json" });
    expect(answer.json()).toMatchObject({ id: 1, result: { resultType: "complete" } });
  });

  test.each([
    [undefined, 0],
    ["debug", 3],
    ["info", 3],
    ["notice", 0],
    ["emergency", 0],
    ["loud", 0],
  ])("of log messages at info are sent from the level up that a request names: %s", async (level, count) => {
    const all = messages(await call("test_logging_tool", {}, level === undefined ? {} : { [LOG_LEVEL]: level }));
    expect(all.slice(0, -1)).toEqual(
      Array.from({ length: count }, () =>
        expect.objectContaining({
          method: "notifications/message",
          params: expect.objectContaining({ level: "info" }),
        }),
      ),
    );
    expect(all).toHaveLength(count + 1);
  });

  test("of a batch stand before the result that they belong to", async () => {
    const params = { name: "test_tool_with_progress", arguments: {}, _meta: { progressToken: "t-1" } };
    const batch = [legacy("ping", {}, 1), legacy("tools/call", params, 2)];
    const expected = [{ id: 1 }, progress(0), progress(50), progress(100), { id: 2 }];
    expect(messages(await post(batch))).toMatchObject(expected);
    const list: unknown = (await post(batch, { accept: "application/json" })).json();
    expect(list).toMatchObject([{ id: 1 }, { id: 2 }]);
  });
});

describe("what an extension offers beside the operations", () => {
  test("is listed after them", async () => {
    const { result } = messages(await post(legacy("tools/list")))[0] as { result: { tools: { name: string }[] } };
    const names = result.tools.map((tool) => tool.name);
    expect(names.indexOf("test_simple_text")).toBeGreaterThan(names.indexOf("list_emissions"));
  });

  test("is drawn from the caller's bucket and fails in-band, like any tool", async () => {
    const before = await call("test_simple_text");
    const after = await call("test_error_handling");
    const left = (answer: Answer): number => Number(answer.headers["x-ratelimit-remaining"]);
    expect(left(before) - left(after)).toBe(1);
    const body = {
      code: "request.validation_failed",
      title: expect.any(String) as unknown,
      detail: expect.any(String),
    };
    const [message] = messages(after) as { result: { isError: boolean; content: { text: string }[] } }[];
    expect(message?.result.isError).toBe(true);
    expect(JSON.parse(message?.result.content[0]?.text ?? "null")).toEqual(body);
  });

  test("does not exist in the service as it ships", async () => {
    const shipped = await testApp();
    try {
      const shippedKey = await shipped.key(await shipped.db.tenant());
      const headers = { "content-type": "application/json" };
      const ask = (method: string, params: unknown) =>
        shipped.as(shippedKey, "/api/mcp", { method: "POST", headers, body: JSON.stringify(legacy(method, params)) });
      expect((await ask("tools/list", {})).text).not.toContain('"test_');
      expect((await ask("tools/call", { name: "test_simple_text" })).text).toContain("-32602");
      expect((await ask("completion/complete", {})).text).toContain("-32601");
    } finally {
      await shipped.close();
    }
  });
});
