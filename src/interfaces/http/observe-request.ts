import type { HttpDeps } from "./http-deps.ts";

/** A request whose answer has been handed to the connection. */
export interface AnsweredRequest {
  readonly request_id: string;
  readonly method: string;
  /** The pattern, never the path that was asked for. */
  readonly route: string;
  readonly status: number;
  readonly elapsed_ms: number;
}

/** Outages, which whoever met them has told; a line for each request would bury what else there is to say. */
const OUTAGE_STATUSES: ReadonlySet<number> = new Set([503, 507]);

/** Counts a request and writes its line: at level debug, and as a warning where the service failed. */
export function observeRequest({ metrics, log }: Pick<HttpDeps, "metrics" | "log">, answered: AnsweredRequest): void {
  const { request_id, method, route, status, elapsed_ms } = answered;
  metrics.observe(method, route, status, elapsed_ms / 1000);
  const line = { request_id, method, route, status, duration_ms: Math.round(elapsed_ms) };
  if (status >= 500 && !OUTAGE_STATUSES.has(status)) log.warn(line, "request");
  else log.debug(line, "request");
}
