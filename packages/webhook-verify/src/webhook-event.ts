import { WebhookVerificationError } from "./signature-header.ts";

type Environment = "live" | "sandbox";

/** What a report is of. */
interface ReportTerms {
  readonly report_year: number;
  readonly standard_type: string;
  readonly format: string;
  readonly language: string;
}

/** `data` of each event of the catalog, and of `ping`, which only test deliveries carry. Dates are ISO 8601. */
export interface WebhookData {
  "supplier.invited": {
    readonly id: string;
    readonly supplier_identifier: string | null;
    readonly status: string;
    readonly report_year: number;
    readonly due_on: string;
  };
  "supplier.connected": {
    readonly id: string;
    readonly supplier_identifier: string | null;
    readonly status: string;
    readonly accepted_at: string;
  };
  "target.created": {
    readonly id: string;
    readonly name: string;
    readonly scope: string;
    readonly category: string | null;
    readonly target_type: string;
    readonly baseline_year: number;
    readonly target_year: number;
    readonly target_reduction_percent: number;
    /** kg CO2e, or kg CO2e per unit of an intensity target. */
    readonly baseline_emissions: number;
  };
  /** id: of the job. */
  "report.generation_started": ReportTerms & { readonly id: string };
  /** id: of the report. */
  "report.generation_completed": ReportTerms & {
    readonly id: string;
    readonly job_id: string;
    readonly sha256: string;
  };
  /** id: of the report. */
  "report.attested": {
    readonly id: string;
    readonly attestation_id: string;
    readonly sha256: string;
    readonly engagement_type: string;
    readonly standard: string;
  };
  /** id: names company, month and threshold. */
  "usage.quota_threshold": {
    readonly id: string;
    readonly threshold_percent: number;
    readonly limit: number;
    readonly used: number;
    readonly period_start: string;
    readonly period_end: string;
  };
  "api_key.created": {
    readonly id: string;
    readonly environment: Environment;
    readonly scopes: readonly string[];
    readonly expires_at: string | null;
  };
  "api_key.revoked": { readonly id: string; readonly environment: Environment; readonly revoked_at: string };
  /** id: of the subscription. */
  ping: { readonly id: string };
}

export type WebhookEventName = keyof WebhookData;

interface EventNamed<Name extends WebhookEventName> {
  /** The same on every attempt and replay of one event: what has been handled once is known by it. */
  readonly id: string;
  readonly event: Name;
  readonly schema_version: number;
  readonly created_at: string;
  readonly environment: Environment;
  /** Grows with each event of one company and environment; null for ping. */
  readonly sequence: number | null;
  readonly data: WebhookData[Name];
  /** Only on ping. */
  readonly test?: true;
}

/** One of the events: a switch on `event` tells what `data` holds. */
export type WebhookEvent = { [Name in WebhookEventName]: EventNamed<Name> }[WebhookEventName];

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
