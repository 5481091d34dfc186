import { ServiceError } from "../../core/errors.ts";

/** The key was used for another request of the company in the last 24 hours. */
export function mismatch(): ServiceError {
  return new ServiceError(
    "idempotency.key_mismatch",
    "This Idempotency-Key was used with another request. Use a new key for a new request.",
  );
}

/** `retry_after_seconds`: after so long the outcome is known, or the work is free to be done. */
export function inProgress(retry_after_seconds: number): ServiceError {
  return new ServiceError(
    "idempotency.in_progress",
    `The first request with this Idempotency-Key is still running. Repeat the request in ${retry_after_seconds} ` +
      (retry_after_seconds === 1 ? "second." : "seconds."),
    { retry_after_seconds },
  );
}

/** The answer is sealed with the token of the request that did the work, and this is another one. */
export function otherCredential(): ServiceError {
  return new ServiceError(
    "idempotency.other_credential",
    "This request was done already, for another credential or for an earlier token of this one, to which alone its " +
      "answer is given. Read what it made, or use a new key to do it once more.",
  );
}

/** Part of the work is done, and the process that did it ended before the answer. `list`: where to look, a path or null. */
export function outcomeUnknown(list: string | null): ServiceError {
  const where = list === null ? "Look at what it was to change" : `Look at GET ${list}`;
  return new ServiceError(
    "idempotency.outcome_unknown",
    `The service ended while it did this request, and part of it may be done. ${where}, then send what is missing ` +
      "with a new key.",
  );
}
