import { createHash } from "node:crypto";
import { refundAttempts, takeAttempt } from "./store-attempts.ts";
import type { UserPorts } from "./user-ports.ts";

const WINDOW_SECONDS = 15 * 60;
/**
 * Wrong passwords in 15 minutes: of one address on one account, on one account from everywhere (high, because strangers
 * could lock a person out by it), of one address on all, of a browser on the account that has logged in with it.
 */
const PASSWORDS = { pair: 10, account: 100, address: 60, device: 10 };
/** Wrong codes in 15 minutes on one account, from everywhere: only who knows the password gets as far. */
const CODES = 10;

type LimitPorts = Pick<UserPorts, "clock" | "system">;

export interface Throttled {
  readonly kind: "throttled";
  readonly retry_after_seconds: number;
}

/** An attempt that is counted as wrong until it turns out to be right. */
export interface CountedAttempt {
  readonly kind: "counted";
  /** It was right, or was not looked at: it does not count. */
  refund(): Promise<void>;
}

/** Name of an account in counters and browsers: what people type into a login form is not kept as plaintext anywhere. */
export function accountDigest(email: string): string {
  return digestOf(email);
}

/**
 * Counts a password that is tried. `address` is the client's, grouped as admission groups it. `device` is the browser
 * that has logged in to this account before, null for all others: it has a limit of its own, so that nobody else's guesses
 * lock its owner out. The counts are the database's: they hold for all processes and outlast restarts.
 */
export async function limitPassword(
  ports: LimitPorts,
  { account, address, device }: { readonly account: string; readonly address: string; readonly device: string | null },
): Promise<Throttled | CountedAttempt> {
  if (device !== null) return await count(ports, [[`login:device:${account}:${device}`, PASSWORDS.device]]);
  return await count(ports, [
    [`login:${address}`, PASSWORDS.address],
    [`login:${account}:${address}`, PASSWORDS.pair],
    [`login:${account}`, PASSWORDS.account],
  ]);
}

/** Counts a code that is tried. Six digits with three valid codes: ten tries leave a chance of 1 in 33,000. */
export async function limitCode(ports: LimitPorts, user_id: string): Promise<Throttled | CountedAttempt> {
  return await count(ports, [[`code:${user_id}`, CODES]]);
}

/** In the order given; what is refused by a later one stays counted by the earlier ones. */
async function count(
  { clock, system }: LimitPorts,
  limits: readonly (readonly [name: string, most: number])[],
): Promise<Throttled | CountedAttempt> {
  const now_s = clock.now().getTime() / 1000;
  const ends_s = (Math.floor(now_s / WINDOW_SECONDS) + 1) * WINDOW_SECONDS;
  const window_ends_at = new Date(ends_s * 1000);
  const keys: string[] = [];
  for (const [name, most] of limits) {
    const key = digestOf(name);
    if (!(await takeAttempt(system, { key, most, window_ends_at }))) {
      return { kind: "throttled", retry_after_seconds: Math.max(1, Math.ceil(ends_s - now_s)) };
    }
    keys.push(key);
  }
  return { kind: "counted", refund: () => refundAttempts(system, keys, window_ends_at) };
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
