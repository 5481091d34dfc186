import { mkdtempSync, rmSync } from "node:fs";
import { createServer, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection } from "../../src/platform/db/connection.ts";

/** Stands between the service and its database server, byte for byte, and lets sessions die in ways that no command causes. */
export interface DatabaseProxy {
  readonly connection: Connection;
  /** Appends the end of the session to the packet that answers the next statement with this text. */
  endWithAnswerTo(text: string): void;
  /** From now on no byte passes in either direction and nobody is told, as when a cable is pulled. */
  vanish(): void;
  close(): Promise<void>;
}

/** ReadyForQuery: the last message of every answer (PostgreSQL 18, 54.7). */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);
const READY_BYTES = 6;

export async function databaseProxy(connection: Connection): Promise<DatabaseProxy> {
  if (connection.kind !== "socket") throw new Error("tests run on the embedded server");
  const directory = mkdtempSync(join(tmpdir(), "carbon-ledger-proxy-"));
  const file = `.s.PGSQL.${connection.port}`;
  const sockets = new Set<Socket>();
  let endsWith: string | null = null;
  let isAway = false;
  const server = createServer((client) => {
    const upstream = connect(join(connection.directory, file));
    let isLast = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    client.on("data", (bytes) => {
      if (isAway) return;
      if (endsWith !== null && bytes.includes(endsWith)) {
        endsWith = null;
        isLast = true;
      }
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      if (isAway) return;
      const endsNow = isLast && bytes.includes(READY, -READY_BYTES);
      client.write(endsNow ? Buffer.concat([bytes, sessionEnd()]) : bytes);
      if (!endsNow) return;
      client.end();
      upstream.destroy();
    });
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => (isAway ? undefined : client.end()));
  });
  await new Promise<void>((resolve) => server.listen(join(directory, file), resolve));
  return {
    connection: { ...connection, directory },
    endWithAnswerTo: (text) => void (endsWith = text),
    vanish: () => void (isAway = true),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** ErrorResponse as a server sends it to sessions that an administrator ends. */
function sessionEnd(): Buffer {
  const fields = ["SFATAL", "VFATAL", "C57P01", "Mterminating connection due to administrator command"];
  const body = Buffer.from(`${fields.map((field) => `${field}\0`).join("")}\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
