import { WebhookVerificationError } from "./signature-header.ts";

/** The catalog, and `ping`, which only test deliveries carry. */
export type WebhookEventName =
  | "supplier.invited"
  | "supplier.connected"
  | "target.created"
  | "report.generation_started"
  | "report.generation_completed"
  | "report.attested"
  | "usage.quota_threshold"
  | "api_key.created"
  | "api_key.revoked"
  | "ping";

export interface WebhookEvent {
  /** The same on every attempt and replay of one event: what has been handled once is known by it. */
  readonly id: string;
  readonly event: WebhookEventName;
  readonly schema_version: number;
  /** ISO 8601 UTC. */
  readonly created_at: string;
  readonly environment: "live" | "sandbox";
  /** Grows with each event of one company and environment; null for ping. */
  readonly sequence: number | null;
  readonly data: { readonly id: string; readonly [field: string]: unknown };
  /** Only on ping. */
  readonly test?: true;
}

/**
 * Reads a verified body. What is checked is that it is a JSON object with an id, an event name and data that holds an
 * id; the other members are as the service signed them.
 * @throws WebhookVerificationError body_not_an_event
 */
export function parseEvent(body: Uint8Array<ArrayBuffer>): WebhookEvent {
  const value = parsed(body);
  if (isEvent(value)) return value;
  throw notAnEvent("has no id, event or data.id");
}

function parsed(body: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw notAnEvent("is not JSON in UTF-8");
  }
}

/** An event name that is new since this version was published is let through: the caller's switch passes over it. */
function isEvent(value: unknown): value is WebhookEvent {
  if (!isRecord(value) || !isRecord(value["data"])) return false;
  return [value["id"], value["event"], value["data"]["id"]].every((text) => typeof text === "string" && text !== "");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function notAnEvent(what: string): WebhookVerificationError {
  return new WebhookVerificationError("body_not_an_event", `the body ${what}`);
}
