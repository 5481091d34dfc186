import { type ClientBase, DatabaseError } from "pg";
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

interface SessionWatch {
  /** The session has ended under the work that held it: every later statement on it fails. */
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

/** Listens to a session from now on, so that its end does not end the process, and remembers it for `statementFailure`. */
export function watchSession(client: ClientBase, { onLost, onStorageFull }: SessionEvents): void {
  const watch: SessionWatch = { is_lost: false, onStorageFull };
  watched.set(client, watch);
  client.on("error", (error) => {
    watch.is_lost = true;
    onLost(error);
  });
}

export interface FailureFacts {
  readonly client: ClientBase;
  /** Whether the transaction had asked for being read-only; then writing in it is a mistake of ours. */
  readonly is_read_only?: boolean;
  readonly is_in_doubt?: boolean;
}

/** The error of a statement or its transaction, as an OutageError when the server or the way to it is the reason. */
export function statementFailure(error: unknown, facts: FailureFacts): unknown {
  // A refusal stays one, whatever became of the session after what it rests on had been read.
  if (error instanceof ServiceError || outageIn(error) !== null) return error;
  const watch = watched.get(facts.client);
  if (error instanceof DatabaseError && error.code === DISK_FULL) {
    watch?.onStorageFull();
    return new OutageError("storage_full", error);
  }
  const isAway = watch?.is_lost === true || (error instanceof DatabaseError && isOfServer(error.code ?? "", facts));
  return isAway ? new OutageError("database", error, { is_in_doubt: facts.is_in_doubt === true }) : error;
}

function isOfServer(code: string, { is_read_only }: FailureFacts): boolean {
  return code.startsWith(CONNECTION_CLASS) || AWAY.has(code) || (code === READ_ONLY && is_read_only !== true);
}
