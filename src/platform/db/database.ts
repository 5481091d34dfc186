import type { Environment, SystemDb, TenantDb } from "../../core/context.ts";
import { OutageError, outageIn } from "../../core/outage.ts";
import type { Tracing } from "../../core/tracing.ts";
import type { Statement } from "../../core/statement.ts";
import type { SqlValue } from "../../core/context.ts";
import { type Connection } from "./connection.ts";
import { openListener, type Subscription } from "./listener.ts";
import { openPool, type PoolName, type PoolState, type SessionLimits, type SessionPool } from "./session.ts";
import { openSoleSession, type SoleSession } from "./sole-session.ts";
import { workLogins, type WorkLogins } from "./work-logins.ts";
import { rowQuery, runAlone, type StatementOptions, systemTransaction, tenantDb, transact } from "./tenant-db.ts";

export interface DatabaseOptions extends SessionLimits, StatementOptions {
  /** Most connections for tenants' work, for work before the tenant is known, and for administration. */
  readonly app_connections_max: number;
  readonly system_connections_max: number;
  readonly admin_connections_max: number;
  /** Logins of the sessions on a server of one's own; the embedded one has its own. */
  readonly logins: WorkLogins | null;
  /** Told of every connection that ended by itself, and of a listener that could not reconnect. */
  readonly onConnectionError: (error: OutageError) => void;
  /** Told of every connection that was opened. */
  readonly onConnected: () => void;
  /** Told of every session that a pool handed out, and after how many seconds. */
  readonly onSessionTaken: (pool: PoolName, seconds: number) => void;
  /** Where statements are traced; null: nowhere. */
  readonly tracing: Tracing | null;
}

export interface Database {
  /** Statements as carbon_app, bound to one tenant and environment. */
  tenant(id: string, environment: Environment): TenantDb;
  /** Statements as carbon_system: credentials, tenants, the queue. */
  readonly system: SystemDb;
  /** Statements as the owner of the tables: migrations, catalog imports, checks. Never for requests. */
  readonly admin: SystemDb;
  /** Whether no session of the two roles can become another role, above all the tables' owner. */
  readonly is_confined: boolean;
  /** `onMissedNotifications` is called after a lost connection was replaced: notifications may have been missed. */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onMissedNotifications?: () => void,
  ): Promise<Subscription>;
  /** @throws Error when the database does not answer a statement as carbon_app. */
  ping(): Promise<void>;
  /** Whether the server can write: looked at only after a disk of its own was full; false until a write succeeds. */
  hasRoom(): Promise<boolean>;
  /** The sessions of this process's pools now. */
  pools(): readonly PoolState[];
  /** A session as carbon_system that only one process of the database has, the one that reads figures of all of it. */
  soleSession(): SoleSession;
  close(): Promise<void>;
}

const DEFAULT_DATABASE_OPTIONS: DatabaseOptions = {
  app_connections_max: 10,
  system_connections_max: 4,
  admin_connections_max: 2,
  statement_timeout_ms: 30_000,
  lock_timeout_ms: 10_000,
  idle_in_transaction_timeout_ms: 60_000,
  useNamedStatements: true,
  logins: null,
  onConnectionError: () => undefined,
  onConnected: () => undefined,
  onSessionTaken: () => undefined,
  tracing: null,
};

const PROBE = { text: "select 1" };
/** About a megabyte, gone with its transaction. */
const WRITE_PROBE = {
  text: "create temporary table room on commit drop as select gen_random_uuid() as id from generate_series(1, 20000)",
};

/** Whether a write was seen to succeed: one that could not be tried, as its session had ended, proves no room. */
async function canWrite(admin: SessionPool): Promise<boolean> {
  try {
    await runAlone(admin, WRITE_PROBE);
    return true;
  } catch (error) {
    if (outageIn(error) !== null) return false;
    throw error;
  }
}

/**
 * Opens the pools on a migrated database and proves at once that both service roles are bound by row-level security, and
 * that their sessions cannot leave them where they have logins of their own.
 * @throws Error when the database cannot be reached; UnboundRoleError when a role would bypass the policies
 */
export async function openDatabase(
  connection: Connection,
  overrides: Partial<DatabaseOptions> = {},
): Promise<Database> {
  const options = { ...DEFAULT_DATABASE_OPTIONS, ...overrides };
  const onLost = (error: Error): void => options.onConnectionError(new OutageError("database", error));
  const logins = await workLogins(connection, options.logins);
  const is_confined = logins !== null;
  const { app: appLogin, system: systemLogin } = logins ?? { app: connection, system: connection };
  let isFull = false;
  const onStorageFull = (): void => void (isFull = true);
  const { onConnected: onOpened, onSessionTaken: onTaken, tracing } = options;
  const common = { onStorageFull, limits: options, is_confined, onLost, onOpened, onTaken, tracing };
  const app = openPool({
    ...common,
    name: "app",
    connection: appLogin,
    role: "carbon_app",
    max: options.app_connections_max,
  });
  const system = openPool({
    ...common,
    name: "system",
    connection: systemLogin,
    role: "carbon_system",
    max: options.system_connections_max,
  });
  const admin = openPool({
    ...common,
    name: "admin",
    connection,
    role: null,
    max: options.admin_connections_max,
    // Imports and index builds take longer than any request may.
    limits: { ...options, statement_timeout_ms: 0 },
  });
  const listener = openListener(systemLogin, onLost);
  const close = async (): Promise<void> => {
    await Promise.all([listener.close(), app.end(), system.end(), admin.end()]);
  };
  const ping = async (): Promise<void> => {
    await runAlone(app, PROBE);
  };
  try {
    await Promise.all([ping(), runAlone(system, PROBE)]);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    tenant: (id, environment) => tenantDb(app, options, id, environment),
    system: untenanted(system, options),
    admin: untenanted(admin, options),
    is_confined,
    listen: listener.listen,
    ping,
    async hasRoom() {
      if (isFull) isFull = !(await canWrite(admin));
      return !isFull;
    },
    pools: () => [app, system, admin].map((pool) => pool.state()),
    soleSession: () => openSoleSession({ ...options, connection: systemLogin, is_confined }),
    close,
  };
}

function untenanted(pool: SessionPool, options: StatementOptions): SystemDb {
  return {
    async rows<Row>(statement: Statement, parameters: readonly SqlValue[] = []) {
      // The caller states the columns of its own statement; see SystemDb.
      return (await runAlone(pool, rowQuery(options, statement, parameters))) as Row[];
    },
    transaction: (work) => transact(pool, { begin: "begin" }, (send) => work(systemTransaction(send, options))),
  };
}
