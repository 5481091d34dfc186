import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  type CallToolResult,
  createMcpHandler,
  type ListToolsResult,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from "@modelcontextprotocol/server";
import type { Operation } from "../../src/core/operation.ts";
import { instructionsText } from "../../src/interfaces/mcp/instructions.ts";
import { getPrompt, promptList } from "../../src/interfaces/mcp/prompts.ts";
import { type ResourceContent, resourceList } from "../../src/interfaces/mcp/resources.ts";
import { describeTools, toolOperations } from "../../src/interfaces/mcp/tool-list.ts";

export interface ReferenceServer {
  /** http://127.0.0.1:<port> */
  readonly base_url: string;
  close(): Promise<void>;
}

/** What the reference cannot know of the service: how a tool runs and what a resource holds. */
export interface ReferencePorts {
  runTool(operation: Operation, args: unknown): Promise<CallToolResult>;
  /** One of the service's resources, null where there is none. */
  readResource(uri: string): Promise<ResourceContent | null>;
}

/** The same identity as the service's, which results of 2026-07-28 carry. */
export interface ReferenceIdentity {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly websiteUrl: string;
}

/**
 * The official SDK's server (v2) over the same tools, prompts and resources, for revisions with a handshake and for
 * 2026-07-28: what the protocol looks like by its own authors. Framing, eras, headers, envelope, cache members and
 * refusals are the SDK's; only the content of lists and the work of a tool are given to it.
 */
export async function referenceServer(
  operations: readonly Operation[],
  identity: ReferenceIdentity,
  ports: ReferencePorts,
): Promise<ReferenceServer> {
  const content = contentOf(operations);
  const serverOf = ({ era }: McpRequestContext) => mount(era, { content, identity, ports });
  const handler = createMcpHandler(serverOf, { responseMode: "sse" });
  const answer = toNodeHandler(handler);
  const server = createServer((request, response) => {
    const { method = "GET", url = "/" } = request;
    void answer(Object.assign(request, { method, url }), response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the reference server has no port");
  return {
    base_url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      await handler.close();
      await new Promise<void>((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      });
    },
  };
}

interface Content {
  readonly tools: readonly Operation[];
  readonly names: ReadonlySet<string>;
  readonly list: ListToolsResult;
}

/** What is the same for every request; the SDK has a server of its own for each. */
function contentOf(operations: readonly Operation[]): Content {
  const tools = toolOperations(operations);
  // The service's own descriptions; the SDK checks them before it sends them.
  const list = { tools: describeTools(tools) } as unknown as ListToolsResult;
  return { tools, names: new Set(tools.map((tool) => tool.name)), list };
}

interface Mounted {
  readonly content: Content;
  readonly identity: ReferenceIdentity;
  readonly ports: ReferencePorts;
}

/** How long a list may be kept: the service's own choice, which the SDK writes into results of 2026-07-28. */
const LIST_CACHE = { ttlMs: 300_000, cacheScope: "public" } as const;

function mount(era: McpRequestContext["era"], { content, identity, ports }: Mounted): Server {
  const { tools, names, list } = content;
  const server = new Server(identity, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: instructionsText(names),
    cacheHints: {
      "tools/list": LIST_CACHE,
      "prompts/list": LIST_CACHE,
      "resources/list": LIST_CACHE,
      "resources/templates/list": LIST_CACHE,
      "server/discover": LIST_CACHE,
    },
  });
  server.setRequestHandler("tools/list", () => list);
  server.setRequestHandler("prompts/list", () => ({
    prompts: promptList(names).map((prompt) => ({ ...prompt, arguments: [...prompt.arguments] })),
  }));
  server.setRequestHandler("resources/list", () => ({ resources: [...resourceList(names)] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    const { description, messages } = getPrompt(params, names);
    return { description, messages: [...messages] };
  });
  server.setRequestHandler("resources/read", async ({ params }) => {
    const found = await ports.readResource(params.uri);
    if (found === null) throw new ResourceNotFoundError(params.uri);
    const { uri, mimeType, text, cache } = found;
    return { contents: [{ uri, mimeType, text }], ...(era === "modern" ? cache : {}) };
  });
  server.setRequestHandler("tools/call", async ({ params }) => {
    const operation = tools.find((tool) => tool.name === params.name);
    if (operation === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown tool");
    return await ports.runTool(operation, params.arguments);
  });
  return server;
}
