import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { ServerCertificate } from "./certificates.ts";

/** Does what it likes with a connection on which a whole request has arrived; called again for each further request. */
export type Behaviour = (socket: Socket, request: string) => void;

/** A server below HTTP: it may answer with any bytes, late, never, or too much. */
export interface HostileReceiver {
  readonly port: number;
  readonly url: string;
  /** Requests so far, head and body as they came. */
  readonly requests: string[];
  /** Connections accepted so far. */
  connections(): number;
  /** Connections that are open now. */
  open(): number;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  /** Speaks TLS with this certificate. */
  readonly tls?: ServerCertificate & { readonly maxVersion?: "TLSv1.1" | "TLSv1.2" };
  /** Name in the URL instead of the address. */
  readonly host?: string;
  /** Port that it listens on; one that is free unless given. */
  readonly port?: number;
}

/** Starts a receiver on loopback. */
export async function hostileReceiver(behaviour: Behaviour, options: ReceiverOptions = {}): Promise<HostileReceiver> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let connections = 0;
  const serve = (socket: Socket): void => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const end = endOfRequest(text);
      if (end === null) return;
      const request = text.slice(0, end);
      text = text.slice(end);
      requests.push(request);
      behaviour(socket, request);
    });
  };
  const server: Server = options.tls === undefined ? createServer(serve) : tlsServer(options.tls, serve);
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  const scheme = options.tls === undefined ? "http" : "https";
  return {
    port,
    url: `${scheme}://${options.host ?? "127.0.0.1"}:${port}/hook`,
    requests,
    connections: () => connections,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** An ordinary answer with a body, on a connection that stays open. */
export function answered(status: string, body: string, headers: readonly string[] = []): string {
  const lines = [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

function tlsServer(tls: NonNullable<ReceiverOptions["tls"]>, serve: (socket: Socket) => void): Server {
  const old = tls.maxVersion === "TLSv1.1" ? ({ minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" } as const) : {};
  const server = createTlsServer({ ...tls, ...old }, serve);
  server.on("tlsClientError", () => undefined);
  return server;
}

function endOfRequest(text: string): number | null {
  const head = text.indexOf("\r\n\r\n");
  if (head === -1) return null;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2))?.[1] ?? 0);
  const end = head + 4 + length;
  return text.length >= end ? end : null;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  return address.port;
}
