import type { Client } from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { type Connection, singleConnection } from "../connection.ts";

/**
 * Who uses the server, kept as advisory locks on one connection, so that the kernel frees them when a process dies in
 * any way. Every user holds USERS shared; the service also holds SERVICE; who can take USERS alone is the last one.
 */
const SERVICE_LOCK = "7215180461000001";
const USERS_LOCK = "7215180461000002";
const LOCK_ATTEMPTS = 40;
const LOCK_PAUSE_MS = 50;

export interface Presence {
  /** Resolves when the connection that holds the locks has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends this process's use; true when nobody else is left, in which case newcomers are held off until `close`. */
  leave(): Promise<boolean>;
  close(): Promise<void>;
}

export class SecondServiceError extends Error {
  constructor(home: string, holder: string) {
    super(
      `Another service (${holder}) already runs on ${home}. Stop it first, or give this one a DATA_DIR of its own. ` +
        "Several services can share one database only through DATABASE_URL.",
    );
    this.name = "SecondServiceError";
  }
}

export async function presentAsService(connection: Connection, home: string): Promise<Presence> {
  return await present(connection, async (client) => {
    if (await tryLock(client, `pg_try_advisory_lock(${SERVICE_LOCK})`)) return;
    throw new SecondServiceError(home, await serviceHolder(client));
  });
}

export async function presentAsCommand(connection: Connection): Promise<Presence> {
  return await present(connection, () => Promise.resolve());
}

async function present(connection: Connection, claim: (client: Client) => Promise<void>): Promise<Presence> {
  // A lost connection surfaces on the pools.
  const client = singleConnection(connection, `carbon-ledger process ${process.pid}`);
  const ended = new Promise<void>((resolve) => client.once("end", () => resolve()));
  await client.connect();
  try {
    if (!(await tryLock(client, `pg_try_advisory_lock_shared(${USERS_LOCK})`))) {
      throw new Error("the server is being stopped by another process");
    }
    await claim(client);
  } catch (error) {
    await client.end();
    throw error;
  }
  return { ended, leave: () => leave(client), close: () => client.end() };
}

async function leave(client: Client): Promise<boolean> {
  try {
    const result = await client.query<{ alone: boolean }>(
      `select pg_advisory_unlock_all(), pg_try_advisory_lock(${USERS_LOCK}) as alone`,
    );
    return result.rows[0]?.alone === true;
  } catch {
    // The server is gone already.
    return true;
  }
}

/** The lock of a process that was just killed is freed within moments: hence a few attempts. */
async function tryLock(client: Client, expression: string): Promise<boolean> {
  for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt += 1) {
    const result = await client.query<{ taken: boolean }>(`select ${expression} as taken`);
    if (result.rows[0]?.taken === true) return true;
    await delay(LOCK_PAUSE_MS);
  }
  return false;
}

async function serviceHolder(client: Client): Promise<string> {
  const result = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted
        and (l.classid::bigint << 32) + l.objid::bigint = ${SERVICE_LOCK} order by a.pid limit 1`,
  );
  return result.rows[0]?.application_name ?? "unknown process";
}
