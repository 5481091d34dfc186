import type { PoolClient, QueryArrayConfig, QueryArrayResult, QueryConfig, QueryResult } from "pg";
import {
  ENVIRONMENTS,
  type Environment,
  type SqlValue,
  type SystemTransaction,
  type TenantDb,
  type TenantTransaction,
  type TextRow,
} from "../../core/context.ts";
import { isUuid } from "../../core/ids.ts";
import { type Statement, statement } from "../../core/statement.ts";
import { type Binding, type Read, readBound } from "./bound-read.ts";
import { statementFailure } from "./outage.ts";
import { releaseSession, type SessionPool, takeSession } from "./session.ts";
import { tracedStatement } from "./traced-statement.ts";
import { textTypes, valueTypes } from "./value-parsers.ts";

/** Named statements keep their plan on the server; old transaction poolers need them off. */
export interface StatementOptions {
  readonly useNamedStatements: boolean;
}

const NO_PARAMETERS: readonly SqlValue[] = [];

/** What binds one read: nothing of it outlives the transaction. */
const BOUND =
  "set_config('transaction_read_only', 'on', true), set_config('app.tenant', $1, true), set_config('app.environment', $2, true)";
const BIND = statement(`select ${BOUND}`);
const BIND_PLANNED_ONCE = statement(`select ${BOUND}, set_config('plan_cache_mode', 'force_generic_plan', true)`);

/**
 * Binds a pool to one tenant and environment. A read is one round trip and one transaction: its settings and the statement
 * are one sequence of messages (bound-read.ts). Row-level security reads the settings; without them every query fails.
 */
export function tenantDb(pool: SessionPool, options: StatementOptions, id: string, environment: Environment): TenantDb {
  const settings = bindingOf(id, environment);
  const begin = `begin; ${settings}`;
  const beginRead = `begin read only; ${settings}`;
  const bound = [id, environment] as const;
  const binding = (statement: Statement): Binding => {
    const { name, text } = statement.is_planned_once === true ? BIND_PLANNED_ONCE : BIND;
    return options.useNamedStatements ? { name, text, values: bound } : { text, values: bound };
  };

  return {
    async rows<Row>(statement: Statement, parameters = NO_PARAMETERS) {
      // The caller states the columns of its own statement; see TenantQueries.
      return (await readOnce(
        pool,
        binding(statement),
        rowQuery(options, statement, [...bound, ...parameters]),
      )) as Row[];
    },
    async textRows(statement, parameters = NO_PARAMETERS) {
      // Array mode with pass-through parsers yields arrays of strings and nulls.
      return (await readOnce(
        pool,
        binding(statement),
        textQuery(options, statement, [...bound, ...parameters]),
      )) as TextRow[];
    },
    readOnly: (work) =>
      transact(pool, { begin: beginRead, is_read_only: true }, (send) => work(openTransaction(send, options, bound))),
    transaction: (work) => transact(pool, { begin }, (send) => work(openTransaction(send, options, bound))),
  };
}

/** The two values become literals, because a setting takes no parameter: hence the strict check. */
function bindingOf(id: string, environment: Environment): string {
  if (!isUuid(id) || !ENVIRONMENTS.includes(environment)) throw new Error("not a tenant id and environment");
  return `set local app.tenant = '${id}'; set local app.environment = '${environment}'`;
}

type Query = QueryConfig | QueryArrayConfig;

export function rowQuery(options: StatementOptions, statement: Statement, values: readonly SqlValue[]): Read {
  const query = { text: statement.text, values: [...values], types: valueTypes };
  return options.useNamedStatements ? { ...query, name: statement.name } : query;
}

function textQuery(options: StatementOptions, statement: Statement, values: readonly SqlValue[]): Read {
  const query = { text: statement.text, values: [...values], types: textTypes, rowMode: "array" as const };
  return options.useNamedStatements ? { ...query, name: statement.name } : query;
}

async function readOnce(pool: SessionPool, binding: Binding, query: Read): Promise<unknown[]> {
  return pool.tracing === null
    ? await readUntraced(pool, binding, query)
    : await tracedStatement(pool, query, () => readUntraced(pool, binding, query));
}

async function readUntraced(pool: SessionPool, binding: Binding, query: Read): Promise<unknown[]> {
  const client = await takeSession(pool);
  try {
    const rows = await readBound(client, binding, query);
    releaseSession(client);
    return rows;
  } catch (error) {
    const failure = statementFailure(error, { client, is_read_only: true });
    releaseSession(client, failure);
    throw failure;
  }
}

function openTransaction(send: Send, options: StatementOptions, bound: readonly SqlValue[]): TenantTransaction {
  return {
    inTransaction: true,
    async rows<Row>(statement: Statement, parameters = NO_PARAMETERS) {
      const result = await send(rowQuery(options, statement, [...bound, ...parameters]));
      // The caller states the columns of its own statement; see TenantQueries.
      return takeRows(result) as Row[];
    },
    async textRows(statement, parameters = NO_PARAMETERS) {
      const result = await send(textQuery(options, statement, [...bound, ...parameters]));
      // Array mode with pass-through parsers yields arrays of strings and nulls.
      return takeRows(result) as TextRow[];
    },
  };
}

export function systemTransaction(send: Send, options: StatementOptions): SystemTransaction {
  return {
    inTransaction: true,
    async rows<Row>(statement: Statement, parameters = NO_PARAMETERS) {
      const result = await send(rowQuery(options, statement, parameters));
      // The caller states the columns of its own statement; see SystemDb.
      return takeRows(result) as Row[];
    },
  };
}

/** One statement as a transaction of its own. @throws OutageError */
export async function runAlone(pool: SessionPool, query: Query): Promise<unknown[]> {
  return pool.tracing === null
    ? await runUntraced(pool, query)
    : await tracedStatement(pool, query, () => runUntraced(pool, query));
}

async function runUntraced(pool: SessionPool, query: Query): Promise<unknown[]> {
  const client = await takeSession(pool);
  try {
    const result = await client.query(query);
    releaseSession(client);
    return takeRows(result);
  } catch (error) {
    const failure = statementFailure(error, { client });
    releaseSession(client, failure);
    throw failure;
  }
}

/** Sends a statement of an open transaction. @throws OutageError */
export type Send = (query: Query) => Promise<QueryResult | QueryArrayResult>;

export interface TransactionStart {
  readonly begin: string;
  readonly is_read_only?: boolean;
}

/** @throws OutageError, which says when nobody knows whether the transaction was committed */
export async function transact<T>(
  pool: SessionPool,
  { begin, is_read_only = false }: TransactionStart,
  work: (send: Send) => Promise<T>,
): Promise<T> {
  const client = await takeSession(pool);
  const failures: unknown[] = [];
  let isCommitting = false;
  // Each statement tells an outage itself: a transaction that waits for its ending is read from outside of its work as well.
  const sendOne: Send = async (query) => {
    try {
      return await send(client, query);
    } catch (error) {
      const failure = statementFailure(error, { client, is_read_only });
      failures.push(failure);
      throw failure;
    }
  };
  // Not awaited: it travels with the first statement. Its failure makes every later statement fail, and is the cause.
  const begun = sendOne({ text: begin }).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  try {
    const sendTraced: Send = (query) => tracedStatement(pool, query, () => sendOne(query));
    const result = await work(pool.tracing === null ? sendOne : sendTraced);
    isCommitting = true;
    const ended = await client.query("commit");
    // The server answers ROLLBACK when a statement failed and the work went on regardless.
    if (ended.command !== "COMMIT") {
      const [cause] = failures;
      throw new Error("the transaction was rolled back because a statement had failed", { cause });
    }
    releaseSession(client);
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    const failedBegin = await begun;
    const failure = statementFailure(failedBegin === null ? causeOf(error, failures) : failedBegin.error, {
      client,
      is_read_only,
      is_in_doubt: isCommitting,
    });
    releaseSession(client, failure);
    throw failure;
  }
}

/** PostgreSQL, appendix A: an earlier statement of the transaction has failed, and this one was not looked at. */
const IN_FAILED_TRANSACTION = "25P02";

/** Of statements on their way together the first that fails is the cause; the work may have heard of a later one first. */
function causeOf(error: unknown, [first]: readonly unknown[]): unknown {
  const isLater = error instanceof Error && "code" in error && error.code === IN_FAILED_TRANSACTION;
  return isLater && first !== undefined ? first : error;
}

/** Statements of one turn of the event loop leave in one write, because every write wakes the server's process. */
async function send(client: PoolClient, query: Query): Promise<QueryResult | QueryArrayResult> {
  const { stream } = client.connection;
  if (stream.writableCorked === 0) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  return await client.query(query);
}

/**
 * Takes the rows out of an answer. The driver's finished queries refer to one another, and once one of them is old the young
 * collections take all later ones for alive: rows left in them were copied twice and moved to the old heap, which made a
 * third of the processor time of a list page.
 */
export function takeRows(result: QueryResult | QueryArrayResult): unknown[] {
  const { rows } = result;
  result.rows = [];
  return rows;
}
