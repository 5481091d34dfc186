import { createHash } from "node:crypto";
import { startSession } from "./sessions.ts";
import { useSecondFactor } from "./second-factor.ts";
import { lockSecrets, selectSecrets, setLogin } from "./store.ts";
import { normalisedEmail } from "./user.ts";
import type { UserPorts } from "./user-ports.ts";

const WINDOW_SECONDS = 15 * 60;
/** Attempts in 15 minutes: of one address on one account, on one account from everywhere, of one address on all. */
const TRIES = { pair: 10, account: 100, address: 60 };

/** How long the second factor may take after the password. */
const PENDING_MS = 5 * 60_000;
const PENDING_BOUND = "login waits for second factor";

export type LoginOutcome =
  /** The value of the session's cookie. */
  | { readonly kind: "logged_in"; readonly session: string; readonly user_id: string }
  /** The password was right; `pending` comes back with the code. */
  | { readonly kind: "code_needed"; readonly pending: string }
  /** Unknown account, wrong password, wrong or used code, disabled: all the same to the outside. */
  | { readonly kind: "refused" }
  | { readonly kind: "throttled"; readonly retry_after_seconds: number };

/** A login attempt; `address` is the client's, grouped as admission groups it. */
export async function logIn(
  ports: UserPorts,
  attempt: { readonly email: string; readonly password: string; readonly address: string },
): Promise<LoginOutcome> {
  const email = normalisedEmail(attempt.email);
  const throttled = await throttle(ports, email ?? "", attempt.address);
  if (throttled !== null) return throttled;
  const secrets = email === null ? undefined : await selectSecrets(ports.system, email);
  // An unknown account costs a hash as well, so that the time does not tell.
  const isRight = await ports.passwords.verify(secrets?.password_hash ?? null, attempt.password);
  if (secrets === undefined || !isRight || secrets.disabled_at !== null) return { kind: "refused" };
  if (secrets.has_totp) return { kind: "code_needed", pending: sealPending(ports, secrets.id) };
  return await enter(ports, secrets.id);
}

/** The second step: a code of the authenticator, or a recovery code. */
export async function logInWithCode(
  ports: UserPorts,
  attempt: { readonly pending: string; readonly code: string; readonly address: string },
): Promise<LoginOutcome> {
  const user_id = openPending(ports, attempt.pending);
  const throttled = await throttle(ports, user_id ?? "", attempt.address);
  if (throttled !== null) return throttled;
  if (user_id === null || !(await useSecondFactor(ports, user_id, attempt.code))) return { kind: "refused" };
  return await enter(ports, user_id);
}

async function enter(ports: UserPorts, user_id: string): Promise<LoginOutcome> {
  return await ports.system.transaction(async (tx) => {
    // Locked: an account that is being disabled, or changes its password, does not get in beside that.
    const secrets = await lockSecrets(tx, user_id);
    if (secrets === undefined || secrets.disabled_at !== null) return { kind: "refused" };
    await setLogin(tx, user_id, ports.clock.now());
    return { kind: "logged_in", session: await startSession(ports, tx, user_id), user_id };
  });
}

async function throttle(
  { rates }: UserPorts,
  account: string,
  address: string,
): Promise<{ readonly kind: "throttled"; readonly retry_after_seconds: number } | null> {
  // Digests: what people type into a login form is not kept in clear text anywhere.
  const name = createHash("sha256").update(account).digest("base64url");
  const limits: readonly (readonly [string, number])[] = [
    [`login:${address}`, TRIES.address],
    [`login:${name}:${address}`, TRIES.pair],
    [`login:${name}`, TRIES.account],
  ];
  for (const [key, limit] of limits) {
    const take = await rates.take(key, limit, WINDOW_SECONDS);
    if (!take.is_allowed) return { kind: "throttled", retry_after_seconds: take.reset_after_seconds };
  }
  return null;
}

function sealPending({ secrets, clock }: UserPorts, user_id: string): string {
  const expires = clock.now().getTime() + PENDING_MS;
  return secrets.seal(Buffer.from(`${expires} ${user_id}`), PENDING_BOUND).toString("base64url");
}

/** The account that has given its password; null: never, or too long ago. */
function openPending({ secrets, clock }: UserPorts, pending: string): string | null {
  let text: string;
  try {
    text = secrets.open(Buffer.from(pending, "base64url"), PENDING_BOUND).toString("utf8");
  } catch {
    return null;
  }
  const [expires = "0", user_id = ""] = text.split(" ");
  return Number(expires) > clock.now().getTime() ? user_id : null;
}
