/** Raw HTTP/1.1 requests. Every key gets requests of its own: a key may read 600 times a minute, whoever it belongs to. */

export const MCP_PATH = "/api/mcp";
export const API_PREFIX = "/api/v1";

const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

export type McpEra = "legacy" | "modern";

export function floorRequest(url: string): string {
  return `GET ${url} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
}

export function floorPost(url: string, body: string): string {
  return `POST ${url} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

export function restRequest(path: string, query: Readonly<Record<string, string>>, key: string): string {
  const search = new URLSearchParams(query).toString();
  const url = `${API_PREFIX}${path}${search === "" ? "" : `?${search}`}`;
  return `GET ${url} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\naccept: application/json\r\n\r\n`;
}

/** One request of an assistant, with the headers and the envelope of its protocol revision. */
export function mcpRequest(
  era: McpEra,
  method: string,
  params: Readonly<Record<string, unknown>>,
  key: string,
): string {
  const isModern = era === "modern";
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method,
    params: isModern ? { ...params, _meta: MODERN_META } : params,
  });
  const name = params["name"];
  const headers = [
    `POST ${MCP_PATH} HTTP/1.1`,
    "host: localhost",
    `authorization: Bearer ${key}`,
    "accept: application/json, text/event-stream",
    "content-type: application/json",
    `mcp-protocol-version: ${isModern ? "2026-07-28" : "2025-11-25"}`,
    ...(isModern ? [`mcp-method: ${method}`] : []),
    ...(isModern && typeof name === "string" ? [`mcp-name: ${name}`] : []),
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `${headers.join("\r\n")}\r\n\r\n${body}`;
}
