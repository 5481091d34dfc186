import { validationError } from "../../core/errors.ts";

/** Where a supplier stands with its figures of one year. */
export const DISCLOSURE_STATUSES = [
  "not_requested",
  "requested",
  "partially_disclosed",
  "disclosed",
  "verified",
  "declined",
  "overdue",
  "expired",
] as const;
export type DisclosureStatus = (typeof DISCLOSURE_STATUSES)[number];

export const DISCLOSURE_EVENTS = ["request", "record_partial", "record_complete", "verify", "decline"] as const;
export type DisclosureEvent = (typeof DISCLOSURE_EVENTS)[number];

/** Figures may come at any time, asked for or not; newer figures replace older ones and need a new verification. */
const RECORDED = { record_partial: "partially_disclosed", record_complete: "disclosed" } as const;

/** Every allowed transition; what is not listed is refused. A closed year is not asked for again. */
export const DISCLOSURE_TRANSITIONS: Readonly<
  Record<DisclosureStatus, Readonly<Partial<Record<DisclosureEvent, DisclosureStatus>>>>
> = {
  not_requested: { ...RECORDED, request: "requested" },
  requested: { ...RECORDED, request: "requested", decline: "declined" },
  partially_disclosed: { ...RECORDED, request: "partially_disclosed", decline: "declined" },
  disclosed: { ...RECORDED, verify: "verified" },
  verified: RECORDED,
  declined: { ...RECORDED, request: "requested" },
  overdue: { ...RECORDED, request: "requested", decline: "declined" },
  expired: RECORDED,
};

/** Spend with these suppliers counts as covered by disclosures. */
export const COVERING: ReadonlySet<DisclosureStatus> = new Set(["disclosed", "verified"]);

/** The status after an event. @throws ServiceError request.validation_failed when the table does not allow it. */
export function disclosureAfter(status: DisclosureStatus, event: DisclosureEvent): DisclosureStatus {
  const next = DISCLOSURE_TRANSITIONS[status][event];
  if (next !== undefined) return next;
  const message = `${event} is not possible while the disclosure of that year is ${status}`;
  throw validationError([{ path: "report_year", code: "invalid_transition", message }]);
}

export interface StoredDisclosureState {
  readonly status: DisclosureStatus;
  /** ISO date, the last day on which an answer is in time; null: no deadline. */
  readonly due_on: string | null;
  readonly report_year: number;
}

/**
 * The status as of a day (ISO date): time alone turns an open request into overdue after its deadline, and into expired
 * when the year after the reporting year has ended. Answers that were given stay as they are.
 */
export function disclosureStatusOn(state: StoredDisclosureState | null, today: string): DisclosureStatus {
  if (state === null) return "not_requested";
  const isOpen = state.status === "requested" || state.status === "partially_disclosed" || state.status === "overdue";
  if (!isOpen) return state.status;
  if (Number(today.slice(0, 4)) > state.report_year + 1) return "expired";
  return state.due_on !== null && today > state.due_on ? "overdue" : state.status;
}
