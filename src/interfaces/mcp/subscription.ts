import { type RpcRequest, resultText } from "./json-rpc.ts";

/**
 * `subscriptions/listen`: nothing here changes while the server runs, so the answer acknowledges an empty filter and
 * ends the stream (2026-07-28, basic/patterns/subscriptions). The first text is the notification, the last the result.
 */
export function subscriptionTexts(request: RpcRequest): readonly string[] {
  const meta = { "io.modelcontextprotocol/subscriptionId": request.id };
  const acknowledged = {
    jsonrpc: "2.0",
    method: "notifications/subscriptions/acknowledged",
    params: { _meta: meta, notifications: {} },
  };
  const result = JSON.stringify({ resultType: "complete", _meta: meta });
  return [JSON.stringify(acknowledged), resultText(request.id, result)];
}
