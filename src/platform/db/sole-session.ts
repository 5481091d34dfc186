import type { Client } from "pg";
import type { SqlValue, SystemQueries } from "../../core/context.ts";
import { OutageError } from "../../core/outage.ts";
import type { Statement } from "../../core/statement.ts";
import { type Connection, singleConnection } from "./connection.ts";
import { prepareSession, type SessionLimits } from "./session.ts";
import { rowQuery, type StatementOptions, takeRows } from "./tenant-db.ts";

/** Who reads the figures of the whole database. Held by a session, so that it is free as soon as that process is gone. */
const FIGURES_LOCK = "7215180461000155";

/** Nobody has asked for so long: another process may be the one that is asked. */
const IDLE_MS = 120_000;
const CLOSE_MS = 1_000;

export interface SoleSession {
  /**
   * Reads over the session that alone holds the lock: what it answers, no other process could have read meanwhile.
   * null: another process holds it. One call at a time.
   * @throws OutageError when the database does not answer within `timeout_ms`; the lock is given up then
   */
  read<T>(timeout_ms: number, work: (db: SystemQueries) => Promise<T>): Promise<T | null>;
  /** Whether this process held the lock at its last read, and its session has not ended since. */
  isHeld(): boolean;
  close(): Promise<void>;
}

export interface SoleSessionOptions extends SessionLimits, StatementOptions {
  readonly connection: Connection;
  readonly is_confined: boolean;
}

interface Open {
  readonly client: Client;
  isHolder: boolean;
}

/** Opens nothing before the first read; whoever is not asked for two minutes leaves the lock to others. */
export function openSoleSession(options: SoleSessionOptions): SoleSession {
  let open: Open | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const drop = (): void => {
    clearTimeout(timer);
    const { client } = open ?? {};
    open = null;
    // A server that does not answer is not waited for.
    client?.connection.stream.destroy();
  };

  const connected = async (limit_ms: number): Promise<Open> => {
    const client = singleConnection(options.connection, "carbon-ledger metrics");
    const fresh: Open = { client, isHolder: false };
    open = fresh;
    client.on("end", () => {
      if (open === fresh) open = null;
    });
    await client.connect();
    const limits = { ...options, statement_timeout_ms: limit_ms, lock_timeout_ms: limit_ms };
    await prepareSession(client, { role: "carbon_system", is_confined: options.is_confined, limits });
    return fresh;
  };

  const readOnce = async <T>(limit_ms: number, work: (db: SystemQueries) => Promise<T>): Promise<T | null> => {
    const session = open ?? (await connected(limit_ms));
    const { client } = session;
    if (!session.isHolder) {
      const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(${FIGURES_LOCK}) as held`);
      session.isHolder = rows[0]?.held === true;
    }
    return session.isHolder ? await work(queriesOf(client, options)) : null;
  };

  return {
    async read(timeout_ms, work) {
      if (isClosed) throw new Error("the session is closed");
      clearTimeout(timer);
      try {
        return await within(timeout_ms, readOnce(timeout_ms, work));
      } catch (error) {
        drop();
        throw new OutageError("database", error);
      } finally {
        timer = setTimeout(drop, IDLE_MS).unref();
      }
    },
    isHeld: () => open?.isHolder === true,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      if (open !== null) await within(CLOSE_MS, open.client.end()).catch(drop);
    },
  };
}

function queriesOf(client: Client, options: StatementOptions): SystemQueries {
  return {
    async rows<Row>(statement: Statement, parameters: readonly SqlValue[] = []) {
      // The caller states the columns of its own statement; see SystemQueries.
      return takeRows(await client.query(rowQuery(options, statement, parameters))) as Row[];
    },
  };
}

async function within<T>(timeout_ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeout_ms} ms`)), timeout_ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
