import { type RpcRequest, resultMessage } from "./json-rpc.ts";
import type { Pieces } from "./pieces.ts";

/**
 * `subscriptions/listen`: nothing here changes while the server runs, so the answer acknowledges an empty filter and
 * ends the stream (2026-07-28, basic/patterns/subscriptions). The first message is the notification, the last the result.
 */
export function subscriptionMessages(request: RpcRequest): readonly Pieces[] {
  const meta = { "io.modelcontextprotocol/subscriptionId": request.id };
  const acknowledged = {
    jsonrpc: "2.0",
    method: "notifications/subscriptions/acknowledged",
    params: { _meta: meta, notifications: {} },
  };
  const result = JSON.stringify({ resultType: "complete", _meta: meta });
  return [[JSON.stringify(acknowledged)], resultMessage(request.id, [result])];
}
