/** Why a delivery is not accepted. */
export type VerificationFailure =
  /** There is no signature header at all. */
  | "header_missing"
  /** The header is not `t=<unix-seconds>,v1=<hex>`: no t or no v1, t twice, blanks, or longer than any real one. */
  | "header_malformed"
  /** Signed too long ago, or in the future: a replayed delivery, or a clock that is wrong. */
  | "timestamp_outside_tolerance"
  /** No v1 fits any of the secrets: another secret, or other bytes than were sent. */
  | "signature_mismatch"
  /** The signature is right, and the body is not an event. */
  | "body_not_an_event";

export class WebhookVerificationError extends Error {
  readonly reason: VerificationFailure;

  constructor(reason: VerificationFailure, message: string) {
    super(message);
    this.name = "WebhookVerificationError";
    this.reason = reason;
  }
}

export interface SignatureHeader {
  /** As it stands in the header: what was signed begins with exactly these digits. */
  readonly t: string;
  /** Every v1, in the order of the header: two of them while a secret is being changed. */
  readonly v1: readonly string[];
}

/** The longest header ever sent has two signatures, 150 characters; this leaves room for schemes to come. */
const HEADER_CHARACTERS_MAX = 1024;

const TIMESTAMP = /^(0|[1-9][0-9]{0,11})$/;
const ITEM = /^([a-z0-9_]+)=([\x21-\x2b\x2d-\x7e]+)$/;

/**
 * Reads `t=<unix-seconds>,v1=<hex>`. Signatures of schemes other than v1 are passed over.
 * @throws WebhookVerificationError header_missing, header_malformed
 */
export function parseSignatureHeader(header: string | readonly string[] | null | undefined): SignatureHeader {
  // Frameworks give an array where a header came twice; joined, its second t is one too many.
  const text = typeof header === "string" ? header : (header ?? []).join(",");
  if (text === "") throw new WebhookVerificationError("header_missing", "there is no X-Svc-Signature header");
  if (text.length > HEADER_CHARACTERS_MAX) throw malformed(`is longer than ${HEADER_CHARACTERS_MAX} characters`);
  const items = text.split(",").map(readItem);
  const [t, ...more] = valuesOf(items, "t");
  if (t === undefined || more.length > 0) throw malformed("must hold t exactly once");
  if (!TIMESTAMP.test(t)) throw malformed("t must be whole seconds since 1970");
  const v1 = valuesOf(items, "v1");
  if (v1.length === 0) throw malformed("holds no v1");
  return { t, v1 };
}

function readItem(text: string): readonly [name: string, value: string] {
  const match = ITEM.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) throw malformed("must be t=<unix-seconds>,v1=<hex>");
  return [match[1], match[2]];
}

function valuesOf(items: readonly (readonly [string, string])[], wanted: string): string[] {
  return items.filter(([name]) => name === wanted).map(([, value]) => value);
}

function malformed(what: string): WebhookVerificationError {
  return new WebhookVerificationError("header_malformed", `X-Svc-Signature ${what}`);
}
