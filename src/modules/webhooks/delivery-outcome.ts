import { cutText } from "../../core/cut-text.ts";
import { retryAfter_ms } from "./delivery-schedule.ts";

/** Classes of failure that the log tells apart. */
export type ErrorClass = "dns" | "blocked" | "connect" | "tls" | "timeout" | "reset" | "http";

/** What came of one request: an answer of any status, or the reason why there is none. */
export type SendResult =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** Lower-case names. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer;
      readonly address: string | null;
    }
  | {
      readonly kind: "unanswered";
      readonly error_class: ErrorClass;
      /** In our own words, for the owner of the subscription. */
      readonly message: string;
      readonly address: string | null;
    };

/** The part of an attempt's record that the result decides. */
export interface AttemptOutcome {
  readonly is_delivered: boolean;
  /** The receiver wants nothing more, ever (410). */
  readonly is_gone: boolean;
  readonly http_status: number | null;
  readonly error: string | null;
  readonly error_class: ErrorClass | null;
  readonly response_excerpt: string | null;
  readonly resolved_address: string | null;
  readonly retry_after_ms: number | null;
  /** How long nothing more is to be sent to this receiver: it said that it is overloaded or away. */
  readonly endpoint_pause_ms: number;
}

const EXCERPT_BYTES = 4096;
const ERROR_CHARACTERS_MAX = 500;
const GONE = 410;
/** Statuses whose Retry-After speaks for the receiver as a whole (RFC 6585 4, RFC 9110 15.6.4). */
const OVERLOADED = [429, 503];

/** Success is 2xx and nothing else; a redirect is a failure like any other. */
export function attemptOutcome(result: SendResult, now: Date): AttemptOutcome {
  if (result.kind === "unanswered") {
    return {
      is_delivered: false,
      is_gone: false,
      http_status: null,
      error: cutText(storable(result.message), ERROR_CHARACTERS_MAX),
      error_class: result.error_class,
      response_excerpt: null,
      resolved_address: result.address,
      retry_after_ms: null,
      endpoint_pause_ms: 0,
    };
  }
  const { status, headers, body, address } = result;
  const isDelivered = status >= 200 && status <= 299;
  const retry_after_ms = isDelivered ? null : retryAfter_ms(headers["retry-after"], now);
  return {
    is_delivered: isDelivered,
    is_gone: status === GONE,
    // Receivers may send any three digits; the log holds what HTTP defines.
    http_status: status >= 100 && status <= 599 ? status : null,
    error: isDelivered ? null : refusal(status),
    error_class: isDelivered ? null : "http",
    response_excerpt: body.length === 0 ? null : storable(body.subarray(0, EXCERPT_BYTES).toString("utf8")),
    resolved_address: address,
    retry_after_ms,
    endpoint_pause_ms: OVERLOADED.includes(status) ? (retry_after_ms ?? 0) : 0,
  };
}

function refusal(status: number): string {
  if (status >= 300 && status <= 399) return `the receiver answered ${status}; redirects are not followed`;
  return `the receiver answered ${status}, not 2xx`;
}

/** The database's text cannot hold the character NUL, which a receiver may well send. */
function storable(text: string): string {
  return text.replaceAll("\0", "\u{fffd}");
}
