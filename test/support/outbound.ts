import { createSafeFetch } from "../../src/platform/outbound/safe-fetch.ts";
import {
  type SafeFetch,
  SafeFetchError,
  type SafeFetchRequest,
  type SafeFetchSettings,
} from "../../src/platform/outbound/safe-fetch-types.ts";

/** The service's way out, with nothing set unless given. */
export function outboundWith(settings: Partial<SafeFetchSettings> = {}): SafeFetch {
  return createSafeFetch({
    allow_cidrs: [],
    dns_servers: [],
    extra_ca_file: undefined,
    proxy_url: undefined,
    ...settings,
  });
}

/** A delivery to a receiver on this machine, in bounds that no busy machine reaches, and that tests narrow. */
export function delivery(url: string, bounds: Partial<SafeFetchRequest> = {}): SafeFetchRequest {
  return {
    url,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"id":"1"}',
    connect_timeout_ms: 20_000,
    deadline_ms: 40_000,
    response_limit_bytes: 16_384,
    allow_loopback: true,
    ...bounds,
  };
}

/** The failure of a request that must fail. */
export async function failureOf(answer: Promise<unknown>): Promise<SafeFetchError> {
  const outcome = await answer.then(
    () => "an answer",
    (error: unknown) => error,
  );
  if (outcome instanceof SafeFetchError) return outcome;
  throw new Error(`not a failure of the request: ${String(outcome)}`, { cause: outcome });
}
