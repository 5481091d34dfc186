import { setTimeout as sleep } from "node:timers/promises";
import { SourceError } from "../../core/source-connector.ts";
import type { EgressSockets } from "../outbound/egress-socket.ts";
import {
  type SafeFetch,
  SafeFetchError,
  type SafeFetchRequest,
  type SafeFetchResponse,
} from "../outbound/safe-fetch-types.ts";

/** How connectors get out of the house, for one company. */
export interface SourceDependencies {
  readonly safeFetch: SafeFetch;
  readonly sockets: EgressSockets;
  readonly allow_loopback: boolean;
  /** The company's own directory on this machine; null: the operator offers none. */
  readonly folder: string | null;
  /** Where the e-conomic API is; the operator's word, not the company's. */
  readonly economic_url: string;
}

const CONNECT_TIMEOUT_MS = 10_000;
const DEADLINE_MS = 60_000;
const TRIES = 4;
const FIRST_PAUSE_MS = 250;
/** A longer pause is left to the schedule. */
const PAUSE_MS_MAX = 20_000;

/** One GET; busy servers (429, 500, 502, 503, 504) are asked again after the pause they name. */
export async function getPatiently(
  safeFetch: SafeFetch,
  request: Pick<SafeFetchRequest, "url" | "headers" | "response_limit_bytes" | "allow_loopback">,
  signal: AbortSignal,
): Promise<SafeFetchResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await getOnce(safeFetch, request, signal);
    if (response.status !== 429 && response.status < 500) return response;
    const asked = retryAfter_seconds(response.headers["retry-after"]);
    const pause_ms = asked === null ? FIRST_PAUSE_MS * 2 ** attempt : asked * 1000;
    if (attempt === TRIES || pause_ms > PAUSE_MS_MAX) throw busy(response.status, asked);
    // The sleep's own failure hides the reason of the signal.
    await sleep(pause_ms, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

async function getOnce(
  safeFetch: SafeFetch,
  request: Parameters<typeof getPatiently>[1],
  signal: AbortSignal,
): Promise<SafeFetchResponse> {
  try {
    const bounds = { connect_timeout_ms: CONNECT_TIMEOUT_MS, deadline_ms: DEADLINE_MS };
    return await safeFetch.fetch({ ...request, ...bounds, method: "GET", signal });
  } catch (error) {
    throw connectionFailure(error);
  }
}

/** What a refused or broken connection means for a source; other errors are thrown on. */
export function connectionFailure(error: unknown): unknown {
  if (!(error instanceof SafeFetchError)) return error;
  const isForever = error.failure === "blocked" || error.failure === "invalid_url";
  return new SourceError(isForever ? "forbidden" : "unavailable", error.message, { cause: error });
}

function busy(status: number, asked: number | null): SourceError {
  const wait = asked === null ? {} : { retry_after_seconds: asked };
  return status === 429
    ? new SourceError("rate_limited", "the service asks for fewer requests", wait)
    : new SourceError("unavailable", `the service answered ${status}`, wait);
}

function retryAfter_seconds(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d{1,6}$/.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
