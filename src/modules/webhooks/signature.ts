import { createHmac } from "node:crypto";

/** What is signed: the delivery's exact body at one moment. */
export interface SignedMessage {
  /** The event's id, the same in every attempt and replay. */
  readonly event_id: string;
  /** Unix time in whole seconds. */
  readonly timestamp_s: number;
  readonly body: string;
}

const SECRET_PREFIX = "whsec_";

/**
 * The value of X-Svc-Signature (contract 6.3): `t=<seconds>,v1=<hex>`, where v1 is the HMAC-SHA256, keyed with the
 * whole secret, of `<t>.<body>`. One v1 per secret, in the order given: the newest first.
 */
export function specifiedSignature(message: SignedMessage, secrets: readonly string[]): string {
  const { timestamp_s, body } = message;
  const digests = secrets.map((secret) => {
    return `v1=${createHmac("sha256", secret).update(`${timestamp_s}.`).update(body).digest("hex")}`;
  });
  return [`t=${timestamp_s}`, ...digests].join(",");
}

/**
 * The value of webhook-signature (Standard Webhooks 1.0): `v1,<base64>` per secret, parted by blanks, where the HMAC is
 * keyed with the bytes that the secret encodes and covers `<id>.<t>.<body>`.
 */
export function standardSignature(message: SignedMessage, secrets: readonly string[]): string {
  const { event_id, timestamp_s, body } = message;
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${event_id}.${timestamp_s}.`).update(body).digest("base64")}`;
    })
    .join(" ");
}
