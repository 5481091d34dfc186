import type { IncomingHttpHeaders } from "node:http";
import { Client } from "undici";
import type { SafeFetchRequest, SafeFetchResponse } from "./safe-fetch-types.ts";
import { readCapped } from "./response-size-limit.ts";
import type { OpenConnection } from "./open-connection.ts";

/** Receivers rarely keep a connection longer; what they announce in Keep-Alive shortens it. */
const IDLE_TIMEOUT_MS = 15_000;
/** A name is looked up and checked anew at the latest after this time. */
const LIFETIME_MS = 60_000;
const RESPONSE_HEADERS_BYTES_MAX = 16_384;

/** One open connection, for one request at a time. */
export interface Connection {
  readonly address: string | null;
  /** Sends and reads; afterwards `isReusable` tells whether another request may follow. */
  send(url: URL, request: SafeFetchRequest, signal: AbortSignal): Promise<SafeFetchResponse>;
  isReusable(): boolean;
  /** Bytes that came from the other side so far. */
  bytesRead(): number;
  /** Tells the latest listener, once. */
  onClosed(listener: () => void): void;
  destroy(): void;
}

/** Speaks HTTP/1.1 over a connection that is open and checked. It is never opened again: that would need a new check. */
export function httpConnection({ socket, address }: OpenConnection, origin: string): Connection {
  const opened_at = performance.now();
  let tell = (): void => undefined;
  let isOpen = true;
  let isTaken = false;
  const client = new Client(origin, {
    pipelining: 1,
    // The caller's deadline bounds everything; undici's own timers start anew with each byte.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    keepAliveMaxTimeout: IDLE_TIMEOUT_MS,
    maxHeaderSize: RESPONSE_HEADERS_BYTES_MAX,
    connect(_options, callback) {
      if (isTaken) return callback(new Error("the connection has ended"), null);
      isTaken = true;
      // Undici does not go on when it is answered while it asks.
      queueMicrotask(() => callback(null, socket));
    },
  });
  const closed = (): void => {
    isOpen = false;
    tell();
    tell = () => undefined;
  };
  client.on("disconnect", closed);
  client.on("connectionError", closed);
  return {
    address,
    async send(url, request, signal) {
      const { statusCode, headers, body } = await client.request({
        path: `${url.pathname}${url.search}`,
        method: request.method,
        headers: { ...lowerCased(request.headers), "accept-encoding": "identity" },
        body: request.body ?? null,
        // Undici 7 ends the process when the other side closes while its parser is paused (nodejs/undici#5360). It pauses at
        // this many unread bytes only, and the body is read from its first byte on and left at the limit.
        highWaterMark: Number.MAX_SAFE_INTEGER,
        signal,
      });
      const { bytes, is_truncated } = await readCapped(body, request.response_limit_bytes);
      return { status: statusCode, headers: joined(headers), body: bytes, is_truncated, address };
    },
    isReusable: () => isOpen && !client.destroyed && performance.now() - opened_at < LIFETIME_MS,
    bytesRead: () => socket.bytesRead,
    onClosed(listener) {
      tell = listener;
    },
    destroy() {
      // Its promise settles when the socket has closed; nobody waits for that.
      client.destroy().then(closed, closed);
      // Before its first request the client does not hold the socket yet.
      socket.destroy();
    },
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function joined(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}
