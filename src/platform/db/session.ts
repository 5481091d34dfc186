import { type ClientBase, Pool } from "pg";
import { type Connection, driverSettings } from "./connection.ts";

export interface SessionLimits {
  readonly statement_timeout_ms: number;
  readonly lock_timeout_ms: number;
  readonly idle_in_transaction_timeout_ms: number;
}

export interface PoolRequest {
  readonly connection: Connection;
  /** Role that the sessions take on; null: the login user itself (migrations, catalog imports). */
  readonly role: "carbon_app" | "carbon_system" | null;
  readonly max: number;
  readonly limits: SessionLimits;
  /** Told of connections that break while idle; the pool replaces them. */
  readonly onIdleError: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 60_000;

export function openPool(request: PoolRequest): Pool {
  const pool = new Pool({
    ...driverSettings(request.connection),
    application_name: `carbon-ledger ${request.role ?? "admin"}`,
    max: request.max,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    // The driver awaits this hook before the session is handed out and closes the session when it fails; only its
    // type declaration says void.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: (client) => prepareSession(client, request),
  });
  pool.on("error", request.onIdleError);
  return pool;
}

/** Fixes what the parsers rely on (UTC, ISO dates, hex bytes), the limits, and the role. */
async function prepareSession(client: ClientBase, request: PoolRequest): Promise<void> {
  const { limits, role } = request;
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
  if (role !== null) await assertBoundByPolicies(client, role);
}

/** The second wall must stand: a role that owns the tables or bypasses row-level security would see every tenant. */
async function assertBoundByPolicies(client: ClientBase, role: string): Promise<void> {
  const result = await client.query<{ role: string; bound: boolean }>(
    "select current_user::text as role, row_security_active('tenants') as bound",
  );
  const row = result.rows[0];
  if (row?.role === role && row.bound) return;
  throw new Error(
    `The database session runs as "${row?.role ?? "?"}" and is not bound by row-level security; it must run as ` +
      `${role}, which must not own tables nor have SUPERUSER or BYPASSRLS.`,
  );
}
