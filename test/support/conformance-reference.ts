import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Operation } from "../../src/core/operation.ts";
import { promptList } from "../../src/interfaces/mcp/prompts.ts";
import { resourceList } from "../../src/interfaces/mcp/resources.ts";
import { describeTools, toolOperations } from "../../src/interfaces/mcp/tool-list.ts";

export interface ReferenceServer {
  /** http://127.0.0.1:<port> */
  readonly base_url: string;
  close(): Promise<void>;
}

/** Runs one tool; the reference leaves to it what the endpoint does too. */
export type RunTool = (operation: Operation, args: unknown) => Promise<CallToolResult>;

/** The official SDK's server over the same tools, without sessions: what the protocol looks like by its own authors. */
export async function referenceServer(operations: readonly Operation[], runTool: RunTool): Promise<ReferenceServer> {
  const server = createServer((request, response) => {
    void answer(mount(operations, runTool), request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the reference server has no port");
  return {
    base_url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

/** Without a session generator the SDK keeps nothing between requests; each one has a server of its own. */
async function answer(server: Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const transport = new StreamableHTTPServerTransport({});
  response.on("close", () => void transport.close().then(() => server.close()));
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

function mount(operations: readonly Operation[], runTool: RunTool): Server {
  const tools = toolOperations(operations);
  const names = new Set(tools.map((tool) => tool.name));
  const capabilities = { tools: {}, resources: {}, prompts: {} };
  const server = new Server({ name: "reference", version: "0" }, { capabilities });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: describeTools(tools) }));
  server.setRequestHandler(ListPromptsRequestSchema, () => {
    const prompts = promptList(names).map((prompt) => ({ ...prompt, arguments: [...prompt.arguments] }));
    return { prompts };
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [...resourceList(names)] }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => {
    throw new McpError(-32_002, "Resource not found", { uri: params.uri });
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const operation = tools.find((tool) => tool.name === params.name);
    if (operation === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return await runTool(operation, params.arguments);
  });
  return server;
}
