import { createHash } from "node:crypto";
import { openDevice, sealDevice } from "./known-device.ts";
import { accountDigest, limitCode, limitPassword, type Throttled } from "./login-limits.ts";
import { startSession } from "./sessions.ts";
import { useSecondFactor } from "./second-factor.ts";
import { lockSecrets, selectSecrets, setLogin } from "./store.ts";
import { normalisedEmail } from "./user.ts";
import type { UserPorts } from "./user-ports.ts";

/** How long the second factor may take after the password. */
const PENDING_MS = 5 * 60_000;
const BUSY: Throttled = { kind: "throttled", retry_after_seconds: 5 };
const PENDING_BOUND = "login waits for second factor";

export type LoginOutcome =
  /** The values of the cookies of the session and of the browser, which the account knows from now on. */
  | { readonly kind: "logged_in"; readonly session: string; readonly device: string; readonly user_id: string }
  /** The password was right; `pending` comes back with the code. */
  | { readonly kind: "code_needed"; readonly pending: string }
  /** Unknown account, wrong password, wrong or used code, disabled: all the same to the outside. */
  | { readonly kind: "refused" }
  | Throttled;

/** An account whose password was given. */
interface Entrant {
  readonly user_id: string;
  readonly account: string;
  /** Of the hash that the password was compared with. */
  readonly password_digest: string;
}

/**
 * A login attempt; `address` is the client's, grouped as admission groups it, `device` what `logged_in` once gave the
 * browser. Only a password that is wrong is counted.
 */
export async function logIn(
  ports: UserPorts,
  attempt: {
    readonly email: string;
    readonly password: string;
    readonly address: string;
    readonly device: string | undefined;
  },
): Promise<LoginOutcome> {
  // In a flood from many addresses nobody's attempts are used up; looked at again below, where the place is taken.
  if (ports.passwords.isBusy()) return BUSY;
  const email = normalisedEmail(attempt.email);
  const account = accountDigest(email ?? "");
  const device = openDevice(ports, account, attempt.device);
  const counted = await limitPassword(ports, { account, address: attempt.address, device });
  if (counted.kind === "throttled") return counted;
  const secrets = email === null ? undefined : await selectSecrets(ports.system, email);
  if (ports.passwords.isBusy()) {
    await counted.refund();
    return BUSY;
  }
  // An unknown account costs a hash as well, so that the time does not tell.
  const isRight = await ports.passwords.verify(secrets?.password_hash ?? null, attempt.password);
  if (secrets === undefined || !isRight || secrets.disabled_at !== null) return { kind: "refused" };
  await counted.refund();
  const entrant = { user_id: secrets.id, account, password_digest: digestOf(secrets.password_hash) };
  if (secrets.has_totp) return { kind: "code_needed", pending: sealPending(ports, entrant) };
  return await enter(ports, entrant, { has_given_code: false });
}

/** The second step: a code of the authenticator, or a recovery code. Only one that is wrong is counted. */
export async function logInWithCode(
  ports: UserPorts,
  attempt: { readonly pending: string; readonly code: string },
): Promise<LoginOutcome> {
  const entrant = openPending(ports, attempt.pending);
  if (entrant === null) return { kind: "refused" };
  const counted = await limitCode(ports, entrant.user_id);
  if (counted.kind === "throttled") return counted;
  if (!(await useSecondFactor(ports, entrant.user_id, attempt.code))) return { kind: "refused" };
  await counted.refund();
  return await enter(ports, entrant, { has_given_code: true });
}

/**
 * The account is locked and looked at once more: one that was disabled, got another password or a second factor while the
 * password was compared does not get in beside that.
 */
async function enter(
  ports: UserPorts,
  { user_id, account, password_digest }: Entrant,
  { has_given_code }: { readonly has_given_code: boolean },
): Promise<LoginOutcome> {
  return await ports.system.transaction(async (tx) => {
    const secrets = await lockSecrets(tx, user_id);
    const isRefused =
      secrets === undefined ||
      secrets.disabled_at !== null ||
      digestOf(secrets.password_hash) !== password_digest ||
      secrets.has_totp !== has_given_code;
    if (isRefused) return { kind: "refused" };
    await setLogin(tx, user_id, ports.clock.now());
    const session = await startSession(ports, tx, user_id);
    return { kind: "logged_in", session, device: sealDevice(ports, account), user_id };
  });
}

function digestOf(password_hash: string | null): string {
  return createHash("sha256")
    .update(password_hash ?? "")
    .digest("base64url");
}

function sealPending({ secrets, clock }: UserPorts, { user_id, account, password_digest }: Entrant): string {
  const expires = clock.now().getTime() + PENDING_MS;
  return secrets
    .seal(Buffer.from(`${expires} ${user_id} ${password_digest} ${account}`), PENDING_BOUND)
    .toString("base64url");
}

/** The account that has given its password; null: never, or too long ago. */
function openPending({ secrets, clock }: UserPorts, pending: string): Entrant | null {
  let text: string;
  try {
    text = secrets.open(Buffer.from(pending, "base64url"), PENDING_BOUND).toString("utf8");
  } catch {
    return null;
  }
  const [expires = "0", user_id = "", password_digest = "", account = ""] = text.split(" ");
  return Number(expires) > clock.now().getTime() ? { user_id, account, password_digest } : null;
}
