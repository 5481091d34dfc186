import type { AddressCheck } from "../../core/untrusted-url.ts";
import { type Reach, ranges } from "./address-guard.ts";
import { type Connection, httpConnection } from "./connection.ts";
import { startDeadline } from "./deadline.ts";
import { exchangeFailure } from "./fetch-failure.ts";
import { parseUntrustedUrl, refusal, type Target } from "./untrusted-url.ts";
import { idleConnections } from "./idle-connections.ts";
import { isLocal, openConnection, reachableAddresses, type Transport } from "./open-connection.ts";
import { trustedAuthorities } from "./tls-handshake.ts";
import {
  type SafeFetch,
  SafeFetchError,
  type SafeFetchRequest,
  type SafeFetchResponse,
  type SafeFetchSettings,
} from "./safe-fetch-types.ts";

/** One request on its way; `key` tells which open connections may carry it. */
interface Attempt {
  readonly target: Target;
  readonly request: SafeFetchRequest;
  readonly key: string;
  readonly signal: AbortSignal;
}

/** A person waits for the answer while an address is checked. */
const CHECK_TIMEOUT_MS = 2500;

/**
 * The only door to addresses that others chose. Every new connection goes over addresses that were looked up, checked
 * one and all and pinned; what is kept alive was checked when it was made, and lives for a minute at most. One deadline
 * covers everything, no redirect is followed, nothing is decompressed, certificates are always verified.
 * @throws ConfigError when the file of extra authorities cannot be used
 */
export function createSafeFetch(settings: SafeFetchSettings): SafeFetch {
  const transport: Transport = {
    dns_servers: settings.dns_servers,
    authorities: trustedAuthorities(settings.extra_ca_file),
    proxy: settings.proxy_url === undefined ? undefined : new URL(settings.proxy_url),
  };
  const open_ranges = ranges(settings.allow_cidrs);
  const idle = idleConnections();
  const closing = new AbortController();

  const connected = async ({ target, request, signal }: Attempt): Promise<Connection> => {
    const reach: Reach = { open_ranges, allow_loopback: request.allow_loopback };
    const { connect_timeout_ms } = request;
    const connecting = startDeadline(connect_timeout_ms, () => late("no connection", connect_timeout_ms), [signal]);
    try {
      return httpConnection(await openConnection(target, { transport, reach }, connecting.signal), target.url.origin);
    } finally {
      connecting.end();
    }
  };

  /** Sends over `connection`, which is kept for the next request or closed. */
  const exchange = async (connection: Connection, attempt: Attempt): Promise<SafeFetchResponse> => {
    const { target, request, key, signal } = attempt;
    const { address } = connection;
    try {
      signal.throwIfAborted();
      // Undici hears of a signal only once a request is on its way; the bound must not depend on that.
      const response = await Promise.race([connection.send(target.url, request, signal), ended(signal)]);
      if (response.is_truncated) connection.destroy();
      else idle.put(key, connection);
      return response;
    } catch (error) {
      connection.destroy();
      throw signal.aborted ? withAddress(signal.reason, address) : exchangeFailure(error, address);
    }
  };

  const attempted = async (attempt: Attempt): Promise<SafeFetchResponse> => {
    const kept = idle.take(attempt.key);
    if (kept === undefined) return await exchange(await connected(attempt), attempt);
    const before = kept.bytesRead();
    try {
      return await exchange(kept, attempt);
    } catch (error) {
      // The receiver closed it while nothing was under way: not its answer to this request (RFC 9112 9.3.1).
      const isStale = error instanceof SafeFetchError && error.failure === "reset" && kept.bytesRead() === before;
      if (!isStale || attempt.signal.aborted) throw error;
      return await exchange(await connected(attempt), attempt);
    }
  };

  return {
    async fetch(request) {
      const { deadline_ms, allow_loopback } = request;
      const target = parsed(request.url, { open_ranges, allow_loopback });
      const parents = [request.signal, closing.signal];
      const whole = startDeadline(deadline_ms, () => late("no complete answer", deadline_ms), parents);
      const { signal } = whole;
      try {
        signal.throwIfAborted();
        // What may reach loopback is kept apart from what may not.
        const key = `${allow_loopback ? "local" : "public"} ${target.url.origin}`;
        return await attempted({ target, request, key, signal });
      } finally {
        whole.end();
      }
    },
    check: (url, { allow_loopback }) =>
      checkAddress(url, { transport, reach: { open_ranges, allow_loopback } }, closing.signal),
    close() {
      closing.abort(new Error("the service is stopping"));
      idle.close();
      return Promise.resolve();
    },
  };
}

async function checkAddress(
  url: string,
  egress: { transport: Transport; reach: Reach },
  closing: AbortSignal,
): Promise<AddressCheck> {
  const target = parseUntrustedUrl(url, egress.reach);
  if (target.kind === "refused") return target;
  const accepted: AddressCheck = { kind: "accepted", url: target.url.href };
  // With a proxy, it is the proxy that resolves names and refuses addresses.
  if (egress.transport.proxy !== undefined && !isLocal(target)) return accepted;
  const deadline = startDeadline(CHECK_TIMEOUT_MS, () => late("no answer", CHECK_TIMEOUT_MS), [closing]);
  try {
    await reachableAddresses(target, egress, deadline.signal);
    return accepted;
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    return error.failure === "blocked" ? refusal("host_not_public", error.message) : accepted;
  } finally {
    deadline.end();
  }
}

/** @throws SafeFetchError invalid_url or blocked */
function parsed(url: string, reach: Reach): Target {
  const target = parseUntrustedUrl(url, reach);
  if (target.kind === "target") return target;
  const failure = target.code === "host_not_public" ? "blocked" : "invalid_url";
  throw new SafeFetchError(failure, `the address ${target.message}`, { address: null });
}

/** Never resolves; rejects with the reason of the signal. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function late(what: string, milliseconds: number): SafeFetchError {
  return new SafeFetchError("timeout", `${what} within ${milliseconds} ms`, { address: null });
}

function withAddress(reason: unknown, address: string | null): unknown {
  if (!(reason instanceof SafeFetchError)) return reason;
  return new SafeFetchError(reason.failure, reason.message, { address, cause: reason });
}
