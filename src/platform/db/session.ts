import { type Client, type ClientBase, Pool, type PoolClient, type PoolConfig } from "pg";
import type { Tracing } from "../../core/tracing.ts";
import { OutageError } from "../../core/outage.ts";
import { type Connection, CONNECTION_LIMITS, driverSettings } from "./connection.ts";
import { limitSilence, type SessionEvents, watchSession } from "./outage.ts";

/** `app`: tenants' work, `system`: before the tenant is known, `admin`: as the owner of the tables. */
export const POOL_NAMES = ["app", "system", "admin"] as const;
export type PoolName = (typeof POOL_NAMES)[number];

export interface PoolState {
  readonly pool: PoolName;
  readonly in_use: number;
  readonly idle: number;
  /** Calls that wait for a session. */
  readonly waiting: number;
  readonly max: number;
}

export interface SessionLimits {
  readonly statement_timeout_ms: number;
  readonly lock_timeout_ms: number;
  readonly idle_in_transaction_timeout_ms: number;
}

export interface PoolRequest extends SessionEvents, PoolWatch {
  readonly connection: Connection;
  /** Role that the sessions take on; null: the login user itself (migrations, catalog imports). */
  readonly role: "carbon_app" | "carbon_system" | null;
  /** Whether the login must be no more than the role: nothing that a session can become has further rights. */
  readonly is_confined: boolean;
  readonly max: number;
  readonly limits: SessionLimits;
  /** Told of every session that was opened. */
  readonly onOpened: () => void;
}

/** Who is told of a pool's work. */
export interface PoolWatch {
  readonly name: PoolName;
  /** Told of every session that was handed out, and after how long. */
  readonly onTaken: (pool: PoolName, seconds: number) => void;
  readonly tracing: Tracing | null;
}

/** A pool that tells how long each session was waited for. */
export class SessionPool extends Pool {
  readonly name: PoolName;
  readonly onTaken: (seconds: number) => void;
  /** Where its statements are traced; null: nowhere. */
  readonly tracing: Tracing | null;

  constructor(config: PoolConfig, { name, onTaken, tracing }: PoolWatch) {
    super(config);
    this.name = name;
    this.onTaken = (seconds) => onTaken(name, seconds);
    this.tracing = tracing;
  }

  state(): PoolState {
    const { name: pool, totalCount, idleCount: idle, waitingCount: waiting, options } = this;
    return { pool, in_use: totalCount - idle, idle, waiting, max: options.max };
  }
}

const IDLE_TIMEOUT_MS = 60_000;

export function openPool(request: PoolRequest): SessionPool {
  const config: PoolConfig = {
    ...driverSettings(request.connection),
    ...CONNECTION_LIMITS,
    application_name: `carbon-ledger ${request.role ?? "admin"}`,
    max: request.max,
    pipeline: true,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    // The driver awaits this hook before the session is handed out and closes the session when it fails; only its
    // type declaration says void.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: (client) => {
      // The pool listens to a session only while it is idle. Without a listener of its own, one that the server ends between
      // two statements of a transaction would end the process.
      watchSession(client, request);
      // The pool makes Clients; its type declaration promises less.
      limitSilence(client as Client, request.limits.statement_timeout_ms);
      return prepareSession(client, request);
    },
  };
  const pool = new SessionPool(config, request);
  pool.on("connect", request.onOpened);
  // Its errors are those of its sessions, which have been told above or reject the call that opens them.
  pool.on("error", () => undefined);
  return pool;
}

/**
 * A session of the pool, to be given back by `releaseSession`.
 * @throws OutageError when none can be opened, or none became free in time; UnboundRoleError
 */
export async function takeSession(pool: SessionPool): Promise<PoolClient> {
  const asked_ms = performance.now();
  try {
    const client = await pool.connect();
    pool.onTaken((performance.now() - asked_ms) / 1000);
    return client;
  } catch (error) {
    throw error instanceof UnboundRoleError ? error : new OutageError("database", error);
  }
}

/** A session that is not idle any more, or that the server has spoilt, must not be used again. */
export function releaseSession(client: PoolClient, failure: unknown = null): void {
  client.release(failure instanceof OutageError || client.getTransactionStatus() !== "I");
}

/** The sessions' role could see every tenant's rows. */
export class UnboundRoleError extends Error {
  override readonly name = "UnboundRoleError";
}

/** What a session's role and limits must be. */
export type SessionTerms = Pick<PoolRequest, "role" | "is_confined" | "limits">;

/** Fixes what the parsers rely on (UTC, ISO dates, hex bytes), the limits, and the role. @throws UnboundRoleError */
export async function prepareSession(client: ClientBase, request: SessionTerms): Promise<void> {
  const { limits, role, is_confined } = request;
  await client.query(
    [
      "set timezone = 'UTC'",
      "set datestyle = 'ISO, YMD'",
      "set bytea_output = 'hex'",
      "set standard_conforming_strings = on",
      `set statement_timeout = ${Math.round(limits.statement_timeout_ms)}`,
      `set lock_timeout = ${Math.round(limits.lock_timeout_ms)}`,
      `set idle_in_transaction_session_timeout = ${Math.round(limits.idle_in_transaction_timeout_ms)}`,
      ...(role === null ? [] : [`set role ${role}`]),
    ].join("; "),
  );
  if (role === null) return;
  await assertBoundByPolicies(client, role);
  if (is_confined) await assertConfined(client, role);
}

/** The second wall must stand: a role that owns the tables or bypasses row-level security would see every tenant. */
async function assertBoundByPolicies(client: ClientBase, role: string): Promise<void> {
  const result = await client.query<{ role: string; bound: boolean }>(
    "select current_user::text as role, row_security_active('tenants') as bound",
  );
  const row = result.rows[0];
  if (row?.role === role && row.bound) return;
  throw new UnboundRoleError(
    `The database session runs as "${row?.role ?? "?"}" and is not bound by row-level security; it must run as ` +
      `${role}, which must not own tables nor have SUPERUSER or BYPASSRLS.`,
  );
}

/** `RESET ROLE` leads back to the login: it must be the role itself, or a member of it alone and without powers of its own. */
async function assertConfined(client: ClientBase, role: string): Promise<void> {
  const result = await client.query<{ login: string; others: string[] }>(
    `select session_user::text as login,
            array(select r.rolname::text from pg_roles r
                   where pg_has_role(session_user, r.oid, 'member') and r.rolname not in (session_user, $1)
                      or r.rolname = session_user and (r.rolsuper or r.rolbypassrls or r.rolcreaterole)
                   order by r.rolname limit 5) as others`,
    [role],
  );
  const [row] = result.rows;
  if (row !== undefined && row.others.length === 0) return;
  throw new UnboundRoleError(
    `The login "${row?.login ?? "?"}" of the sessions of ${role} can become more than ${role} ` +
      `(${row?.others.join(", ") ?? "?"}); it must be ${role}, or a member of it and of no other role, without SUPERUSER, ` +
      "CREATEROLE and BYPASSRLS.",
  );
}
