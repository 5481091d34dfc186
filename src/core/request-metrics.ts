/** Ways in, as the metrics name them. */
export type Interface = "rest" | "mcp" | "legacy" | "oauth" | "web" | "connection";

/**
 * What the transports tell the metrics. Every text that is passed comes from a vocabulary of the service's own: a route's
 * pattern, a code, a tool's name; never a path, an id or a word of the caller.
 */
export interface RequestMetrics {
  /** An answer has been handed to the connection; called for each request, so it must cost next to nothing. */
  observe(method: string, route: string, status: number, seconds: number): void;
  /** A request was refused or failed; `code` is an error code of the interface that answers. */
  refused(through: Interface, status: number, code: string): void;
  /** An assistant's tool call has ended. */
  toolCalled(tool: string, outcome: "ok" | "error"): void;
}
