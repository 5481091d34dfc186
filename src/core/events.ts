/** The only events that exist (contract 6.1). */
export const EVENT_NAMES = [
  "supplier.invited",
  "supplier.connected",
  "target.created",
  "report.generation_started",
  "report.generation_completed",
  "report.attested",
  "usage.quota_threshold",
  "api_key.created",
  "api_key.revoked",
] as const;

export type EventName = (typeof EVENT_NAMES)[number];

/** What a delivery's `data` holds: always the id of the record concerned (contract 6.3). */
export interface EventData {
  readonly id: string;
  readonly [field: string]: unknown;
}
