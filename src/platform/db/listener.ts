import { type Client, escapeIdentifier } from "pg";
import { type Connection, singleConnection } from "./connection.ts";

export interface Subscription {
  /** False while the connection is lost: notifications sent meanwhile are missed. */
  isConnected(): boolean;
  close(): Promise<void>;
}

export interface Listener {
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onMissedNotifications?: () => void,
  ): Promise<Subscription>;
  close(): Promise<void>;
}

interface Subscriber {
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  readonly onMissedNotifications: () => void;
}

const RECONNECT_PAUSE_MS = 500;

/** One connection for all LISTENs of the process, opened at the first and reopened whenever it is lost. */
export function openListener(connection: Connection, onError: (error: Error) => void): Listener {
  const subscribers = new Set<Subscriber>();
  let client: Client | null = null;
  let opening: Promise<Client> | null = null;
  let timer: NodeJS.Timeout | null = null;
  const listenOn = listensInTurn();
  let isClosed = false;

  const connect = async (): Promise<Client> => {
    const fresh = singleConnection(connection, "carbon-ledger listener", onError);
    fresh.on("end", () => lost(fresh));
    fresh.on("notification", ({ channel, payload }) => {
      for (const subscriber of subscribers) if (subscriber.channel === channel) subscriber.onMessage(payload ?? "");
    });
    await fresh.connect();
    try {
      for (const channel of new Set([...subscribers].map((subscriber) => subscriber.channel))) {
        await listenOn(fresh, channel);
      }
    } catch (error) {
      await fresh.end();
      throw error;
    }
    client = fresh;
    return fresh;
  };

  const ensure = (): Promise<Client> => {
    if (client !== null) return Promise.resolve(client);
    opening ??= connect().finally(() => (opening = null));
    return opening;
  };

  const lost = (old: Client): void => {
    if (client === old) client = null;
    if (!isClosed && subscribers.size > 0) timer ??= setTimeout(reconnect, RECONNECT_PAUSE_MS).unref();
  };

  const reconnect = (): void => {
    timer = null;
    if (isClosed || client !== null) return;
    ensure().then(
      () => {
        for (const subscriber of subscribers) subscriber.onMissedNotifications();
      },
      (error: unknown) => {
        onError(error instanceof Error ? error : new Error(String(error)));
        timer ??= setTimeout(reconnect, RECONNECT_PAUSE_MS).unref();
      },
    );
  };

  return {
    async listen(channel, onMessage, onMissedNotifications = () => undefined) {
      const subscriber = { channel, onMessage, onMissedNotifications };
      subscribers.add(subscriber);
      // Repeating LISTEN for a channel that is listened to already is harmless.
      await listenOn(await ensure(), channel);
      return {
        isConnected: () => client !== null,
        close: () => {
          subscribers.delete(subscriber);
          return Promise.resolve();
        },
      };
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await opening?.catch(() => undefined);
      await client?.end();
    },
  };
}

/** A connection takes one statement at a time, however many ask at once; one that failed does not stop the next. */
function listensInTurn(): (open: Client, channel: string) => Promise<void> {
  let turn: Promise<unknown> = Promise.resolve();
  return async (open, channel) => {
    const statement = (): Promise<unknown> => open.query(`listen ${escapeIdentifier(channel)}`);
    const mine = turn.then(statement, statement);
    turn = mine;
    await mine;
  };
}
