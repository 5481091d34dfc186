import { createHmac } from "node:crypto";

/** RFC 6238 with the parameters that every authenticator has: SHA-1, 6 digits, steps of 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps before and after the present one that are accepted: clocks differ, and people type slowly (RFC 6238 5.2). */
const DRIFT_STEPS = 1;
const SECRET_BYTES = 20;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function newTotpSecret(randomBytes: (length: number) => Buffer): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The code of a time step. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  // Dynamic truncation (RFC 4226 5.3).
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The step whose code this is, among the present one and its neighbours; null: none. */
export function totpStep(secret: Uint8Array, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const present = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  for (let step = present - DRIFT_STEPS; step <= present + DRIFT_STEPS; step += 1) {
    if (totpCode(secret, step) === code) return step;
  }
  return null;
}

/** The secret as people type it into an authenticator (RFC 4648 6, without padding). */
export function base32(bytes: Uint8Array): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** The address that authenticators read from a QR code (Key URI Format). */
export function totpAddress(secret: Uint8Array, email: string): string {
  const issuer = "Carbon Ledger";
  const query = new URLSearchParams({ secret: base32(secret), issuer, digits: String(DIGITS), period: "30" });
  return `otpauth://totp/${encodeURIComponent(`${issuer}:${email}`)}?${query.toString().replaceAll("+", "%20")}`;
}
