import type { Call } from "./http-client.ts";

/** tools/call of the older protocol era, for /api/mcp. */
export function toolCall(name: string, args: unknown): Call {
  return {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  };
}
