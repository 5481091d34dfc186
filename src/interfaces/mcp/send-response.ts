import type { ServerResponse } from "node:http";
import type { McpHttpResponse } from "./http-types.ts";

/**
 * Writes a whole answer. `further` are names and values, in turn, of headers that the transport adds. What is short goes
 * out with the headers in one string; the pieces that are bytes already are not copied.
 */
export function sendResponse(
  response: ServerResponse,
  { status, headers, body }: McpHttpResponse,
  further: readonly string[] = [],
): void {
  const lines = [...further];
  for (const name of Object.keys(headers)) lines.push(name, headers[name] ?? "");
  response.writeHead(status, lines);
  let pending = "";
  for (const piece of body) {
    if (typeof piece === "string") {
      pending += piece;
      continue;
    }
    if (pending !== "") response.write(pending);
    response.write(piece);
    pending = "";
  }
  if (pending === "") response.end();
  else response.end(pending);
}
