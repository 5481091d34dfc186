import { validationError } from "../../core/errors.ts";

/** Whether a supplier is connected: it accepted an invitation and has not ended it. */
export const CONNECTION_STATUSES = ["none", "pending", "active", "revoked"] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

export const CONNECTION_EVENTS = ["invite", "accept", "revoke"] as const;
export type ConnectionEvent = (typeof CONNECTION_EVENTS)[number];

/** Every allowed transition; what is not listed is refused. A revoked supplier must accept anew. */
export const CONNECTION_TRANSITIONS: Readonly<
  Record<ConnectionStatus, Readonly<Partial<Record<ConnectionEvent, ConnectionStatus>>>>
> = {
  none: { invite: "pending" },
  pending: { invite: "pending", accept: "active", revoke: "revoked" },
  active: { revoke: "revoked" },
  revoked: { invite: "pending" },
};

/** The status after an event. @throws ServiceError request.validation_failed when the table does not allow it. */
export function connectionAfter(status: ConnectionStatus, event: ConnectionEvent): ConnectionStatus {
  const next = CONNECTION_TRANSITIONS[status][event];
  if (next !== undefined) return next;
  const message = `${event} is not possible while the supplier's status is ${status}`;
  throw validationError([{ path: "id", code: "invalid_transition", message }]);
}
