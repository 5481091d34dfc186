import type { RpcRequest } from "./json-rpc.ts";
import type { ResultMembers } from "./result.ts";

/*
 * `subscriptions/listen`: nothing here changes while the server runs, so the answer acknowledges an empty filter and
 * ends the stream (2026-07-28, basic/patterns/subscriptions).
 */

/** The notification that opens the stream, as JSON text. */
export function subscriptionAcknowledged(request: RpcRequest): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    method: "notifications/subscriptions/acknowledged",
    params: { _meta: subscriptionMeta(request), notifications: {} },
  });
}

/** The result that ends it. */
export function subscriptionEnd(request: RpcRequest): ResultMembers {
  return { members: [], meta: subscriptionMeta(request) };
}

function subscriptionMeta({ id }: RpcRequest): Readonly<Record<string, unknown>> {
  return { "io.modelcontextprotocol/subscriptionId": id };
}
