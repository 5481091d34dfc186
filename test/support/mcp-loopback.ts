import { createServer, type IncomingMessage } from "node:http";
import {
  MCP_BODY_LIMIT_BYTES,
  type McpEndpoint,
  type McpHttpRequest,
  type McpHttpResponse,
} from "../../src/interfaces/mcp/http-types.ts";
import { sendResponse } from "../../src/interfaces/mcp/send-response.ts";

export interface Loopback {
  /** http://127.0.0.1:<port> */
  readonly base_url: string;
  readonly mcp_url: string;
  close(): Promise<void>;
}

/** Serves an endpoint on a free port of this machine with nothing but node:http between it and real clients. */
export async function mcpLoopback(makeEndpoint: (base_url: string) => McpEndpoint): Promise<Loopback> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the loopback server has no port");
  const base_url = `http://127.0.0.1:${address.port}`;
  const endpoint = makeEndpoint(base_url);
  server.on("request", (request, response) => {
    void answer(endpoint, request).then(
      (answered) => sendResponse(response, answered),
      () => response.writeHead(599).end(),
    );
  });
  return {
    base_url,
    mcp_url: `${base_url}/api/mcp`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

async function answer(endpoint: McpEndpoint, request: IncomingMessage): Promise<McpHttpResponse> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
  const method = request.method ?? "GET";
  if (request.url === "/api/mcp/schema") return endpoint.handleSchema({ method, headers });
  if (request.url !== "/api/mcp") {
    return { status: 404, headers: { "content-type": "application/json" }, body: ['{"error":"not_found"}'] };
  }
  const message: McpHttpRequest = {
    method,
    headers,
    body: await readBody(request),
    remote_address: request.socket.remoteAddress ?? "",
    host: headers["host"] ?? "",
    isAbandoned: () => request.socket.destroyed,
  };
  return await endpoint.handle(message);
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    // node:http yields Buffers as long as no encoding is set, and none is.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size <= MCP_BODY_LIMIT_BYTES) chunks.push(bytes);
  }
  return size > MCP_BODY_LIMIT_BYTES ? null : Buffer.concat(chunks);
}
