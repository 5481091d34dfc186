import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "../support/app.ts";
import { CONFORMANCE_EXTENSION } from "../support/conformance-extension.ts";

/* Multi-round requests of 2026-07-28 with the official client, which answers questions by itself and asks again. */

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await testApp({ mcp_extension: CONFORMANCE_EXTENSION });
  key = (await app.key(await app.db.tenant())).key;
});
afterAll(async () => app.close());

interface Dialogue {
  readonly client: Client;
  /** Methods that the server asked for, in order. */
  readonly asked: string[];
}

const FORM_ANSWERS = { name: "Alice", color: "blue", ok: true, context: "the plant" };

async function connect(capabilities: ConstructorParameters<typeof Client>[1] = {}): Promise<Dialogue> {
  const asked: string[] = [];
  const info = { name: "dialogue", version: "1.0.0" };
  const client = new Client(info, { ...capabilities, versionNegotiation: { mode: { pin: "2026-07-28" } } });
  if (capabilities.capabilities?.elicitation !== undefined) {
    client.setRequestHandler("elicitation/create", () => {
      asked.push("elicitation/create");
      return { action: "accept", content: FORM_ANSWERS };
    });
  }
  if (capabilities.capabilities?.sampling !== undefined) {
    client.setRequestHandler("sampling/createMessage", () => {
      asked.push("sampling/createMessage");
      return { role: "assistant", content: { type: "text", text: "Paris" }, model: "test" };
    });
  }
  if (capabilities.capabilities?.roots !== undefined) {
    client.setRequestHandler("roots/list", () => {
      asked.push("roots/list");
      return { roots: [{ uri: "file:///plant", name: "plant" }] };
    });
  }
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/api/mcp", app.main), { requestInit }));
  return { client, asked };
}

describe("the official client", () => {
  let dialogue: Dialogue;
  beforeAll(async () => {
    dialogue = await connect({ capabilities: { elicitation: {}, sampling: {}, roots: {} } });
  });
  afterAll(async () => dialogue.client.close());

  test.each<[string, readonly string[], string]>([
    ["test_input_required_result_elicitation", ["elicitation/create"], "Hello, Alice!"],
    ["test_input_required_result_sampling", ["sampling/createMessage"], "Paris"],
    ["test_input_required_result_list_roots", ["roots/list"], "file:///plant"],
    ["test_input_required_result_request_state", ["elicitation/create"], "state-ok"],
    ["test_input_required_result_multi_round", ["elicitation/create", "elicitation/create"], "Alice likes blue."],
    [
      "test_input_required_result_multiple_inputs",
      ["elicitation/create", "roots/list", "sampling/createMessage"],
      "All three answered.",
    ],
  ])("finishes %s", async (name, methods, text) => {
    dialogue.asked.length = 0;
    const { content } = await dialogue.client.callTool({ name, arguments: {} });
    expect(content).toEqual([{ type: "text", text: expect.stringContaining(text) as unknown }]);
    expect(dialogue.asked.toSorted()).toEqual(methods);
  });

  test("finishes a prompt that asks", async () => {
    const { messages } = await dialogue.client.getPrompt({ name: "test_input_required_result_prompt" });
    expect(messages).toMatchObject([{ content: { type: "text", text: "Context: the plant" } }]);
  });

  test("hears of progress before the result", async () => {
    const heard: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => void heard.push(progress);
    await dialogue.client.callTool({ name: "test_tool_with_progress", arguments: {} }, { onprogress });
    expect(heard).toEqual([0, 50, 100]);
  });

  test("learns which capability it would need", async () => {
    const { client } = await connect();
    await expect(client.callTool({ name: "test_missing_capability", arguments: {} })).rejects.toMatchObject({
      code: -32_021,
      data: { requiredCapabilities: { sampling: {} } },
    });
    await client.close();
  });
});
