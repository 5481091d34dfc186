import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toolOperations } from "../../../src/interfaces/mcp/tool-list.ts";
import { TEST_KEY } from "../../support/mcp-fixture.ts";
import { type RegisteredServer, registeredServer } from "../../support/mcp-registered.ts";

/** What the tests below need of either generation of the official client. */
interface AnyClient {
  readonly era: string;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: unknown[] }>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<{ messages: unknown[] }>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

let server: RegisteredServer;
beforeAll(async () => {
  server = await registeredServer();
});
afterAll(() => server.close());

const INFO = { name: "client-test", version: "1.0.0" };
const withKey = (key: string | null) =>
  key === null ? {} : { requestInit: { headers: { authorization: `Bearer ${key}` } } };

async function connectV1(key: string | null): Promise<AnyClient> {
  const client = new ClientV1(INFO);
  const transport = new TransportV1(new URL(server.mcp_url), withKey(key));
  await client.connect(transport);
  return Object.assign(client, { era: "legacy" });
}

const connectV2 =
  (mode: "legacy" | "auto" | { pin: string }) =>
  async (key: string | null): Promise<AnyClient> => {
    const client = new ClientV2(INFO, { versionNegotiation: { mode } });
    await client.connect(new TransportV2(new URL(server.mcp_url), withKey(key)));
    const era = client.getProtocolEra() ?? "none";
    return Object.assign(client, { era });
  };

const CLIENTS: readonly (readonly [string, string, (key: string | null) => Promise<AnyClient>])[] = [
  ["SDK 1", "legacy", connectV1],
  ["SDK 2 legacy", "legacy", connectV2("legacy")],
  ["SDK 2 auto", "modern", connectV2("auto")],
  ["SDK 2 pinned to 2026-07-28", "modern", connectV2({ pin: "2026-07-28" })],
];

describe.each(CLIENTS)("the official client %s", (_, era, connect) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connect(TEST_KEY);
  });
  afterAll(async () => client.close());

  test("connects in its era and gets the instructions", () => {
    expect(client.era).toBe(era);
    expect(client.getInstructions()).toContain("kg CO2e");
  });

  test("[contract 4.1.methods] lists the registered tools, the resources and the prompts", async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(toolOperations(server.operations).map((tool) => tool.name));
    expect((await client.listResources()).resources).toHaveLength(3);
    expect((await client.listPrompts()).prompts).toHaveLength(3);
  });

  test("calls every kind of tool; the client checks each result against the advertised schema", async () => {
    for (const [name, args] of [
      ["list_emissions", { limit: 2 }],
      ["get_emissions_summary", { group_by: "month" }],
      ["list_activities", {}],
      ["get_quota_status", {}],
      ["list_data_sources", {}],
    ] as const) {
      const result = await client.callTool({ name, arguments: args });
      expect(result, JSON.stringify(result)).not.toMatchObject({ isError: true });
      expect(result).toHaveProperty("structuredContent");
    }
  });

  test("sees bad arguments as a readable result, not as an exception", async () => {
    expect(await client.callTool({ name: "list_emissions", arguments: { limit: 999 } })).toMatchObject({
      isError: true,
      content: [{ type: "text", text: expect.stringContaining("request.validation_failed") as unknown }],
    });
  });

  test("reads a resource and a prompt", async () => {
    expect((await client.readResource({ uri: "svc://usage-guide" })).contents).toMatchObject([
      { mimeType: "text/markdown" },
    ]);
    const params = { name: "year_over_year_review", arguments: { current_year: "2026", previous_year: "2025" } };
    expect((await client.getPrompt(params)).messages).toHaveLength(1);
  });

  test("gets unknown names as protocol errors", async () => {
    await expect(client.callTool({ name: "no_such_tool" })).rejects.toMatchObject({ code: -32602 });
    await expect(client.readResource({ uri: "svc://nope" })).rejects.toThrow(/Resource not found/);
  });

  test("is told clearly that it has no credential", async () => {
    await expect(connect(null)).rejects.toThrow(/401|auth\.missing_token|Unauthorized/i);
    await expect(connect("qk_live_wrong")).rejects.toThrow(/401|auth\.invalid_token|Unauthorized/i);
  });
});
