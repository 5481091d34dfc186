import { createHash } from "node:crypto";
import type { UserPorts } from "./user-ports.ts";

const WINDOW_SECONDS = 15 * 60;
/**
 * Passwords tried in 15 minutes: of one address on one account, on one account from everywhere (high, because strangers
 * could lock a person out by it), of one address on all.
 */
const PASSWORDS = { pair: 10, account: 100, address: 60 };
/** Codes tried in 15 minutes on one account, from everywhere: only who knows the password gets as far. */
const CODES = 10;

export interface Throttled {
  readonly kind: "throttled";
  readonly retry_after_seconds: number;
}

/** Counts a password that is tried; null: within the limits. `address` is the client's, grouped as admission groups it. */
export async function limitPassword(ports: UserPorts, email: string, address: string): Promise<Throttled | null> {
  // A digest: what people type into a login form is not kept in clear text anywhere.
  const account = createHash("sha256").update(email).digest("base64url");
  return await limit(ports, [
    [`login:${address}`, PASSWORDS.address],
    [`login:${account}:${address}`, PASSWORDS.pair],
    [`login:${account}`, PASSWORDS.account],
  ]);
}

/** Counts a code that is tried. Six digits with three valid codes: ten tries leave a chance of 1 in 33,000. */
export async function limitCode(ports: UserPorts, user_id: string): Promise<Throttled | null> {
  return await limit(ports, [[`code:${user_id}`, CODES]]);
}

async function limit(
  { rates }: UserPorts,
  limits: readonly (readonly [key: string, most: number])[],
): Promise<Throttled | null> {
  for (const [key, most] of limits) {
    const take = await rates.take(key, most, WINDOW_SECONDS);
    if (!take.is_allowed) return { kind: "throttled", retry_after_seconds: take.reset_after_seconds };
  }
  return null;
}
