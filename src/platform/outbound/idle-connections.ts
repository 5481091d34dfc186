import type { Connection } from "./connection.ts";

/** As many as one receiver gets at the same time, with room for two environments. */
const IDLE_PER_KEY_MAX = 16;
const IDLE_MAX = 256;

/** Connections that wait for another request to the same place, bounded in number; each closes by itself when idle. */
export interface IdleConnections {
  /** The one used last, or undefined. It belongs to the caller now. */
  take(key: string): Connection | undefined;
  /** Keeps it, or closes it when it cannot be used again; the one that waited longest gives way. */
  put(key: string, connection: Connection): void;
  close(): void;
}

export function idleConnections(): IdleConnections {
  const byKey = new Map<string, Set<Connection>>();
  // In the order of waiting.
  const waiting = new Map<Connection, string>();

  const forget = (connection: Connection): void => {
    const key = waiting.get(connection);
    if (key === undefined) return;
    waiting.delete(connection);
    const same = byKey.get(key);
    same?.delete(connection);
    if (same?.size === 0) byKey.delete(key);
  };
  const drop = (connection: Connection | undefined): void => {
    if (connection === undefined) return;
    forget(connection);
    connection.destroy();
  };

  return {
    take(key) {
      for (const connection of [...(byKey.get(key) ?? [])].reverse()) {
        if (!connection.isReusable()) drop(connection);
        else {
          forget(connection);
          return connection;
        }
      }
      return undefined;
    },
    put(key, connection) {
      if (!connection.isReusable()) return connection.destroy();
      const same = byKey.get(key) ?? new Set();
      byKey.set(key, same.add(connection));
      waiting.set(connection, key);
      connection.onClosed(() => forget(connection));
      if (same.size > IDLE_PER_KEY_MAX) drop(first(same));
      if (waiting.size > IDLE_MAX) drop(first(waiting.keys()));
    },
    close() {
      for (const connection of waiting.keys()) drop(connection);
    },
  };
}

function first<Item>(items: Iterable<Item>): Item | undefined {
  for (const item of items) return item;
  return undefined;
}
