import { parseSignatureHeader, WebhookVerificationError } from "./signature-header.ts";
import { parseEvent, type WebhookEvent } from "./webhook-event.ts";

export { type VerificationFailure, WebhookVerificationError } from "./signature-header.ts";
export type { WebhookData, WebhookEvent, WebhookEventName } from "./webhook-event.ts";

/** The body as it came: bytes, or text that nothing has changed. Never a parsed object. */
export type RawBody = Uint8Array | ArrayBuffer | string;

/** Value of the header X-Svc-Signature, in the forms that frameworks give it. */
export type HeaderValue = string | readonly string[] | null | undefined;

/** `whsec_...` as it was shown, or several while one is being changed. */
export type Secrets = string | readonly string[];

export interface VerifyOptions {
  /** How far the time of signing may be from now, either way, inclusive. Default 30 seconds. */
  readonly tolerance_seconds?: number;
  /** Default: the system's clock. Give the time of arrival to verify a delivery that was kept. */
  readonly now?: Date;
}

const TOLERANCE_SECONDS_DEFAULT = 30;

/**
 * Verifies a delivery and reads its event.
 * @throws WebhookVerificationError with the reason; answer such a delivery with 400 and do nothing else
 * @throws TypeError for a secret, body or option that can never work: a mistake in the receiver
 */
export async function verifyWebhook(
  rawBody: RawBody,
  header: HeaderValue,
  secrets: Secrets,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const body = bytesOf(rawBody);
  await verifySignature(body, header, secrets, options);
  return parseEvent(body);
}

/**
 * Verifies the signature and its age and leaves the body alone. Every v1 is tried with every secret.
 * @throws WebhookVerificationError header_missing, header_malformed, timestamp_outside_tolerance, signature_mismatch
 * @throws TypeError for a secret, body or option that can never work
 */
export async function verifySignature(
  rawBody: RawBody,
  header: HeaderValue,
  secrets: Secrets,
  options: VerifyOptions = {},
): Promise<void> {
  const keys = secretList(secrets);
  const body = bytesOf(rawBody);
  const { t, v1 } = parseSignatureHeader(header);
  assertRecent(Number(t), options);
  const signed = concatenated(new TextEncoder().encode(`${t}.`), body);
  for (const key of keys) {
    const expected = await hmacHex(key, signed);
    if (v1.some((candidate) => isSame(candidate, expected))) return;
  }
  throw new WebhookVerificationError("signature_mismatch", "no v1 of X-Svc-Signature fits the body and the secret");
}

function secretList(secrets: Secrets): readonly string[] {
  const list = typeof secrets === "string" ? [secrets] : secrets;
  // An undefined environment variable must not become a key that anybody can sign with.
  if (!Array.isArray(list) || list.length === 0 || list.some((one) => typeof one !== "string" || one === "")) {
    throw new TypeError("secrets must be the signing secret, or a list of them, none of them empty");
  }
  return list;
}

function bytesOf(rawBody: RawBody): Uint8Array<ArrayBuffer> {
  if (typeof rawBody === "string") return new TextEncoder().encode(rawBody);
  if (rawBody instanceof ArrayBuffer || rawBody instanceof Uint8Array) return new Uint8Array(rawBody);
  throw new TypeError("the body must be the raw bytes or text of the request, before any JSON parser");
}

function assertRecent(t: number, { tolerance_seconds = TOLERANCE_SECONDS_DEFAULT, now = new Date() }: VerifyOptions) {
  const now_seconds = Math.floor(now.getTime() / 1000);
  if (!Number.isFinite(tolerance_seconds) || tolerance_seconds < 0 || Number.isNaN(now_seconds)) {
    throw new TypeError("tolerance_seconds must be 0 or more, and now a valid date");
  }
  const off_seconds = now_seconds - t;
  if (Math.abs(off_seconds) <= tolerance_seconds) return;
  const when = off_seconds > 0 ? "ago" : "in the future";
  const message = `signed ${Math.abs(off_seconds)} seconds ${when}; ${tolerance_seconds} are tolerated`;
  throw new WebhookVerificationError("timestamp_outside_tolerance", message);
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

async function hmacHex(secret: string, data: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, data));
  return Array.from(mac, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Takes the same time wherever the two differ. The length is no secret: it is 64 for every real signature. */
function isSame(candidate: string, expected: string): boolean {
  if (candidate.length !== expected.length) return false;
  let difference = 0;
  for (let index = 0; index < expected.length; index += 1) {
    difference |= candidate.charCodeAt(index) ^ expected.charCodeAt(index);
  }
  return difference === 0;
}
