import type { AddressCheck } from "../core/foreign-address.ts";
import { type Reach, ranges } from "./outbound/address-guard.ts";
import { type Connection, httpConnection } from "./outbound/connection.ts";
import { startDeadline } from "./outbound/deadline.ts";
import { exchangeFailure } from "./outbound/fetch-failure.ts";
import { parseForeignUrl, refusal, type Target } from "./outbound/foreign-url.ts";
import { idleConnections } from "./outbound/idle-connections.ts";
import { isLocal, openConnection, reachableAddresses, type Routes } from "./outbound/open-connection.ts";
import { trustedAuthorities } from "./outbound/tls-handshake.ts";
import {
  type SafeFetch,
  SafeFetchError,
  type SafeFetchRequest,
  type SafeFetchResponse,
  type SafeFetchSettings,
} from "./safe-fetch-types.ts";

/** A person waits for the answer while an address is checked. */
const CHECK_TIMEOUT_MS = 2500;

/**
 * The only door to addresses that others chose. Every new connection goes over addresses that were looked up, checked
 * one and all and pinned; what is kept alive was checked when it was made, and lives for a minute at most. One deadline
 * covers everything, no redirect is followed, nothing is decompressed, certificates are always verified.
 * @throws ConfigError when the file of extra authorities cannot be used
 */
export function createSafeFetch(settings: SafeFetchSettings): SafeFetch {
  const routes: Routes = {
    dns_servers: settings.dns_servers,
    authorities: trustedAuthorities(settings.extra_ca_file),
    proxy: settings.proxy_url === undefined ? undefined : new URL(settings.proxy_url),
  };
  const open_ranges = ranges(settings.allow_cidrs);
  const idle = idleConnections();
  const closing = new AbortController();

  const connected = async (target: Target, request: SafeFetchRequest, whole: AbortSignal): Promise<Connection> => {
    const reach: Reach = { open_ranges, allow_loopback: request.allow_loopback };
    const connecting = startDeadline(
      request.connect_timeout_ms,
      () => late("no connection", request.connect_timeout_ms),
      [whole],
    );
    try {
      return httpConnection(await openConnection(target, { routes, reach }, connecting.signal), target.url.origin);
    } finally {
      connecting.end();
    }
  };

  /** Sends over `connection`, which is kept for the next request or closed. */
  const exchange = async (
    { connection, key }: { connection: Connection; key: string },
    { url }: Target,
    request: SafeFetchRequest,
    signal: AbortSignal,
  ): Promise<SafeFetchResponse> => {
    try {
      // Undici hears of a signal only once a request is on its way; the bound must not depend on that.
      const response = await Promise.race([connection.send(url, request, signal), ended(signal)]);
      if (response.is_truncated) connection.destroy();
      else idle.put(key, connection);
      return response;
    } catch (error) {
      connection.destroy();
      throw signal.aborted
        ? withAddress(signal.reason, connection.address)
        : exchangeFailure(error, connection.address);
    }
  };

  return {
    async fetch(request) {
      const target = parsed(request.url, { open_ranges, allow_loopback: request.allow_loopback });
      const whole = startDeadline(request.deadline_ms, () => late("no complete answer", request.deadline_ms), [
        request.signal,
        closing.signal,
      ]);
      const { signal } = whole;
      try {
        signal.throwIfAborted();
        // What may reach loopback is kept apart from what may not.
        const key = `${request.allow_loopback ? "local" : "public"} ${target.url.origin}`;
        const kept = idle.take(key);
        if (kept !== undefined) {
          const before = kept.bytesRead();
          try {
            return await exchange({ connection: kept, key }, target, request, signal);
          } catch (error) {
            // The receiver closed it while nothing was under way: not its answer to this request (RFC 9112 9.3.1).
            const isStale = error instanceof SafeFetchError && error.failure === "reset" && kept.bytesRead() === before;
            if (!isStale || signal.aborted) throw error;
          }
        }
        return await exchange({ connection: await connected(target, request, signal), key }, target, request, signal);
      } finally {
        whole.end();
      }
    },
    async check(url, { allow_loopback }): Promise<AddressCheck> {
      const reach: Reach = { open_ranges, allow_loopback };
      const target = parseForeignUrl(url, reach);
      if (target.kind === "refused") return target;
      const accepted: AddressCheck = { kind: "accepted", url: target.url.href };
      // With a proxy, it is the proxy that resolves names and refuses addresses.
      if (routes.proxy !== undefined && !isLocal(target)) return accepted;
      const deadline = startDeadline(CHECK_TIMEOUT_MS, () => late("no answer", CHECK_TIMEOUT_MS), [closing.signal]);
      try {
        await reachableAddresses(target, { routes, reach }, deadline.signal);
        return accepted;
      } catch (error) {
        if (!(error instanceof SafeFetchError)) throw error;
        if (error.failure === "blocked") return refusal("host_not_public", error.message);
        return accepted;
      } finally {
        deadline.end();
      }
    },
    close() {
      closing.abort(new Error("the service is stopping"));
      idle.close();
      return Promise.resolve();
    },
  };
}

/** @throws SafeFetchError invalid_url or blocked */
function parsed(url: string, reach: Reach): Target {
  const target = parseForeignUrl(url, reach);
  if (target.kind === "target") return target;
  const failure = target.code === "host_not_public" ? "blocked" : "invalid_url";
  throw new SafeFetchError(failure, `the address ${target.message}`, { address: null });
}

/** Never resolves; rejects with the reason of the signal. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

function late(what: string, milliseconds: number): SafeFetchError {
  return new SafeFetchError("timeout", `${what} within ${milliseconds} ms`, { address: null });
}

function withAddress(reason: unknown, address: string | null): unknown {
  if (!(reason instanceof SafeFetchError)) return reason;
  return new SafeFetchError(reason.failure, reason.message, { address, cause: reason });
}
