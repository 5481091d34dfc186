import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { RangeMatcher } from "../../core/address-ranges.ts";
import { addressGroup, clientAddress } from "./client-address.ts";

/** What one peer may hold of a listener. */
export interface ConnectionLimits {
  /** Open connections of one address, IPv6 by /64; 0: any number. */
  readonly per_address_max: number;
  /** Time from the opening of a connection, or the first byte of a request, until its headers are there. */
  readonly headers_timeout_ms: number;
  /** Slowest average in which a body may come, in each window. */
  readonly body_bytes_per_second_min: number;
  readonly body_window_ms: number;
}

export interface ConnectionPeers {
  readonly isTrusted: RangeMatcher;
  /** Told of every connection that is ended, with the status and the reason in a word. */
  readonly onRefused: (status: number, code: string) => void;
}

interface Open {
  request: IncomingMessage | null;
  window_began_ms: number;
  /** Of the connection, when the window began. */
  bytes_read: number;
}

/**
 * Limits what slow and silent peers hold. A whole upload may take as long as it needs: its body only has to go on coming, so
 * that 50 MB over a slow line arrive and a body of a byte a second does not. Trusted proxies may hold any number of
 * connections; they are to limit their own clients.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  { isTrusted, onRefused }: ConnectionPeers,
): void {
  const open = new Map<Socket, Open>();
  const counts = new Map<string, number>();
  server.headersTimeout = limits.headers_timeout_ms;
  server.on("connection", (socket: Socket) => {
    const address = clientAddress(socket.remoteAddress, undefined, isTrusted);
    const group = addressGroup(address);
    const count = (counts.get(group) ?? 0) + 1;
    if (limits.per_address_max > 0 && count > limits.per_address_max && !isTrusted(address)) {
      onRefused(429, "too_many_connections");
      refuse(socket, "429 Too Many Requests", "too many open connections from this address");
      return;
    }
    counts.set(group, count);
    open.set(socket, { request: null, window_began_ms: 0, bytes_read: 0 });
    socket.once("close", () => {
      open.delete(socket);
      const left = (counts.get(group) ?? 1) - 1;
      if (left === 0) counts.delete(group);
      else counts.set(group, left);
    });
  });
  server.prependListener("request", (request: IncomingMessage) => {
    const connection = open.get(request.socket);
    if (connection === undefined) return;
    connection.request = request;
    connection.window_began_ms = performance.now();
    connection.bytes_read = request.socket.bytesRead;
  });
  const watch = setInterval(() => {
    for (const [socket, connection] of open) {
      if (!isTooSlow(socket, connection, limits)) continue;
      onRefused(408, "body_too_slow");
      refuse(socket, ...SLOW);
    }
  }, limits.body_window_ms / 6);
  watch.unref();
  server.once("close", () => clearInterval(watch));
}

const SLOW = ["408 Request Timeout", "the body came too slowly"] as const;

/** Looks at the window that is over, and begins the next one. */
function isTooSlow(socket: Socket, connection: Open, limits: ConnectionLimits): boolean {
  const { request } = connection;
  if (request === null || request.complete) {
    connection.request = null;
    return false;
  }
  const now_ms = performance.now();
  const window_ms = now_ms - connection.window_began_ms;
  if (window_ms < limits.body_window_ms) return false;
  const received = socket.bytesRead - connection.bytes_read;
  connection.window_began_ms = now_ms;
  connection.bytes_read = socket.bytesRead;
  // What is held back because its reader is busy is not the sender's fault.
  const isHeldBack = request.readableLength >= request.readableHighWaterMark;
  return !isHeldBack && received < (limits.body_bytes_per_second_min * window_ms) / 1000;
}

/** No more is read of it: the answer goes out, and the connection ends whether the peer takes it or not. */
function refuse(socket: Socket, status: string, reason: string): void {
  socket.on("error", () => socket.destroy());
  const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nRetry-After: 30\r\nContent-Type: text/plain; charset=utf-8`;
  socket.end(`${head}\r\nContent-Length: ${reason.length + 1}\r\n\r\n${reason}\n`);
  setTimeout(() => socket.destroy(), 1000).unref();
}
