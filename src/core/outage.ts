import { DocumentStoreError } from "./document-store.ts";
import { type ErrorCode, ServiceError } from "./errors.ts";

/** What is away for now: the database or the store of documents, or room on a disk, be it the documents' or the database's. */
export type OutageKind = "database" | "documents" | "storage_full";

/**
 * Something that the service stands on is away or full. Nothing is wrong with the request or the job that met it: the same
 * work succeeds when it is back, and counts as no attempt until then.
 */
export class OutageError extends Error {
  override readonly name = "OutageError";
  readonly kind: OutageKind;
  /** The connection ended while a transaction was being committed: nobody knows whether it was. */
  readonly is_in_doubt: boolean;

  constructor(kind: OutageKind, cause: unknown, facts: { readonly is_in_doubt?: boolean } = {}) {
    super(`${MEANINGS[kind]}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.kind = kind;
    this.is_in_doubt = facts.is_in_doubt === true;
  }
}

const MEANINGS: Readonly<Record<OutageKind, string>> = {
  database: "the database does not answer",
  documents: "the store of documents cannot be read or written",
  storage_full: "no storage is left",
};

/** What the operating system says when a disk, or a share of it, is full. */
const FULL: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);
const CAUSES_MAX = 5;

/** The outage that an error tells of, itself or as its cause; null: it is of another kind. */
export function outageIn(error: unknown): OutageError | null {
  let at = error;
  for (let depth = 0; depth < CAUSES_MAX && at instanceof Error; depth += 1) {
    if (at instanceof OutageError) return at;
    if ("code" in at && FULL.has(at.code)) return new OutageError("storage_full", at);
    if (at instanceof DocumentStoreError) return new OutageError("documents", at);
    at = at.cause;
  }
  return null;
}

/** Seconds after which a database that was restarted or moved, or a mount, usually answers again; room is made by a person. */
const RETRY_AFTER_SECONDS: Readonly<Record<OutageKind, number | null>> = {
  database: 5,
  documents: 30,
  storage_full: null,
};

const CODES: Readonly<Record<OutageKind, ErrorCode>> = {
  database: "server.unavailable",
  documents: "server.unavailable",
  storage_full: "server.storage_full",
};

/** How callers are told. `cause` is the outage, for the log. */
export function outageAnswer(outage: OutageError): ServiceError {
  const retry_after_seconds = RETRY_AFTER_SECONDS[outage.kind];
  const extras = retry_after_seconds === null ? {} : { retry_after_seconds };
  return new ServiceError(CODES[outage.kind], detailOf(outage), extras, outage);
}

function detailOf({ kind, is_in_doubt }: OutageError): string {
  if (kind === "storage_full") {
    return "The service has no storage left, so nothing was recorded. Repeat the request when the operator has made room.";
  }
  if (kind === "documents") {
    return (
      "The store of documents cannot be read or written at the moment, or does not show this document. Nothing was recorded. " +
      "Repeat the request later."
    );
  }
  if (is_in_doubt) {
    return (
      "The database was lost while the change was being recorded: it was made as a whole or not at all. Repeat the request " +
      "with the same Idempotency-Key, or look whether the change is there before you repeat it."
    );
  }
  return "The database does not answer at the moment, so nothing was recorded. Repeat the request in a few seconds.";
}
