import { validationError } from "../../core/errors.ts";

/** Where a footprint stands. Nothing that was decided is undone: a better footprint is a new record. */
export const PCF_STATUSES = ["submitted", "approved", "rejected", "deprecated"] as const;
export type PcfStatus = (typeof PCF_STATUSES)[number];

export const PCF_EVENTS = ["approve", "reject", "deprecate"] as const;
export type PcfEvent = (typeof PCF_EVENTS)[number];

/** Every allowed transition; what is not listed is refused. */
export const PCF_TRANSITIONS: Readonly<Record<PcfStatus, Readonly<Partial<Record<PcfEvent, PcfStatus>>>>> = {
  submitted: { approve: "approved", reject: "rejected" },
  approved: { deprecate: "deprecated" },
  rejected: {},
  deprecated: {},
};

/** The status after an event. @throws ServiceError request.validation_failed when the table does not allow it. */
export function pcfAfter(status: PcfStatus, event: PcfEvent): PcfStatus {
  const next = PCF_TRANSITIONS[status][event];
  if (next !== undefined) return next;
  const message = `${event} is not possible for a footprint that is ${status}`;
  throw validationError([{ path: "id", code: "invalid_transition", message }]);
}
