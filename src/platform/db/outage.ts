import { Socket } from "node:net";
import { type Client, type ClientBase, DatabaseError } from "pg";
import { ServiceError } from "../../core/errors.ts";
import { OutageError, outageIn } from "../../core/outage.ts";

/** Class 08 of SQLSTATE: connection exceptions (PostgreSQL 18, appendix A). */
const CONNECTION_CLASS = "08";
/** Codes with which the server ends sessions, or lets nobody in, for reasons of its own (PostgreSQL 18, appendix A). */
const AWAY: ReadonlySet<string> = new Set([
  "25P03", // idle_in_transaction_session_timeout
  "25P04", // transaction_timeout
  "53000", // insufficient_resources
  "53200", // out_of_memory
  "53300", // too_many_connections
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "57P04", // database_dropped
  "57P05", // idle_session_timeout
]);
/** The session's server has become a standby: another one is the primary now. */
const READ_ONLY = "25006";
const DISK_FULL = "53100";

/** Codes of our own with which books refuse an addition: see migration 0135. */
const CLOSED_BOOKS: ReadonlyMap<string, () => ServiceError> = new Map([
  ["CL001", () => new ServiceError("resource.not_found", "The company was erased: nothing can be added to its books.")],
  [
    "CL002",
    () =>
      new ServiceError("server.unavailable", "The sandbox is being emptied; repeat in a few seconds.", {
        retry_after_seconds: 10,
      }),
  ],
]);

/** Severities after which the server ends the session, whatever the code says (PostgreSQL 18, 19.8). */
const ENDING: ReadonlySet<string> = new Set(["FATAL", "PANIC"]);
/** A statement is given up this long after its own limit, which a server that is there would have kept. */
const SILENCE_AFTER_LIMIT_MS = 10_000;

interface SessionWatch {
  /** The driver has given the session up: every later statement on it fails. */
  is_lost: boolean;
  readonly onStorageFull: () => void;
}

const watched = new WeakMap<ClientBase, SessionWatch>();

export interface SessionEvents {
  /** The session has ended by itself. */
  readonly onLost: (error: Error) => void;
  /** The server has refused a statement because a disk of its own is full. */
  readonly onStorageFull: () => void;
}

/**
 * Listens to a session from now on, so that its end does not end the process, and remembers it for `statementFailure`. From
 * its first statement on: a session may end in the same moment in which it becomes ready.
 */
export function watchSession(client: ClientBase, { onLost, onStorageFull }: SessionEvents): void {
  const watch: SessionWatch = { is_lost: false, onStorageFull };
  watched.set(client, watch);
  client.on("error", (error) => {
    watch.is_lost = true;
    onLost(error);
  });
}

/**
 * Ends a session whose server says nothing although it was asked: one that vanished sends no goodbye, and the kernel goes on
 * sending for a quarter of an hour. `statement_timeout_ms` is the server's own limit for one statement; 0: none, and then
 * nobody can tell a long statement from a vanished server.
 */
export function limitSilence(client: Client, statement_timeout_ms: number): void {
  if (statement_timeout_ms === 0) return;
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) return;
  let answered_bytes = 0;
  // Everything that was sent until then has been answered.
  client.on("drain", () => (answered_bytes = stream.bytesWritten));
  stream.setTimeout(statement_timeout_ms + SILENCE_AFTER_LIMIT_MS, () => {
    const read_bytes = stream.bytesRead;
    // A process that stood still itself finds what has come meanwhile first.
    setImmediate(() => {
      const isSilent = stream.bytesRead === read_bytes && stream.bytesWritten !== answered_bytes;
      if (isSilent) stream.destroy(new Error("the server has stopped answering"));
    });
  });
}

export interface FailureFacts {
  readonly client: Client;
  /** Whether the transaction had asked for being read-only; then writing in it is a mistake of ours. */
  readonly is_read_only?: boolean;
  readonly is_in_doubt?: boolean;
}

/**
 * The error of a statement or its transaction, as an OutageError when the server or the way to it is the reason, and as a
 * refusal when the company's books are closed.
 */
export function statementFailure(error: unknown, facts: FailureFacts): unknown {
  // A refusal stays one, whatever became of the session after what it rests on had been read; what is no Error is a sign of
  // the work itself and never from the driver.
  if (error instanceof ServiceError || !(error instanceof Error) || outageIn(error) !== null) return error;
  const refusal = error instanceof DatabaseError ? CLOSED_BOOKS.get(error.code ?? "") : undefined;
  if (refusal !== undefined) return refusal();
  const watch = watched.get(facts.client);
  if (error instanceof DatabaseError && error.code === DISK_FULL) {
    watch?.onStorageFull();
    return new OutageError("storage_full", error);
  }
  const isAway =
    watch?.is_lost === true || isCut(facts.client) || (error instanceof DatabaseError && isOfServer(error, facts));
  return isAway ? new OutageError("database", error, { is_in_doubt: facts.is_in_doubt === true }) : error;
}

/** No statement reaches the server any more, whether or not the driver has noticed and said so. */
function isCut({ connection: { stream } }: Client): boolean {
  return stream.destroyed || !stream.writable;
}

function isOfServer({ code = "", severity = "" }: DatabaseError, { is_read_only }: FailureFacts): boolean {
  if (ENDING.has(severity)) return true;
  return code.startsWith(CONNECTION_CLASS) || AWAY.has(code) || (code === READ_ONLY && is_read_only !== true);
}
