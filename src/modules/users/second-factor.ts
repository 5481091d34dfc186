import { createHash } from "node:crypto";
import type { SystemQueries } from "../../core/context.ts";
import { limitCode, type Throttled } from "./login-limits.ts";
import { lockSecrets, setTotp, takeStep } from "./store.ts";
import { deleteRecoveryCodes, insertRecoveryCodes, takeRecoveryCode } from "./store-recovery.ts";
import { newTotpSecret, totpStep } from "./totp.ts";
import type { UserPorts } from "./user-ports.ts";

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/**
 * Begins a second factor: the secret is kept sealed and counts once a code of it was shown to `confirmTotp`. Beginning
 * again replaces a secret that nobody confirmed; null: one is in use, which is taken away first.
 */
export async function beginTotp(ports: UserPorts, user_id: string): Promise<Buffer | null> {
  const secret = newTotpSecret(ports.randomBytes);
  return await ports.system.transaction(async (tx) => {
    const secrets = await lockSecrets(tx, user_id);
    if (secrets?.has_totp !== false) return null;
    const sealed = ports.secrets.seal(secret, boundTo(user_id));
    await setTotp(tx, user_id, { sealed, confirmed_at: null, last_step: null });
    return secret;
  });
}

/**
 * Puts the second factor into use.
 * @returns recovery codes, shown this once; null when the code is not of the secret that was begun
 */
export async function confirmTotp(ports: UserPorts, user_id: string, code: string): Promise<readonly string[] | null> {
  return await ports.system.transaction(async (tx) => {
    const secrets = await lockSecrets(tx, user_id);
    if (secrets === undefined || secrets.totp_sealed === null || secrets.has_totp) return null;
    const secret = ports.secrets.open(secrets.totp_sealed, boundTo(user_id));
    const now = ports.clock.now();
    const step = totpStep(secret, code, now);
    if (step === null) return null;
    await setTotp(tx, user_id, { sealed: secrets.totp_sealed, confirmed_at: now, last_step: step });
    return await newRecoveryCodes(ports, tx, user_id);
  });
}

/** The secret that was begun and not yet confirmed, to show it once more. */
export async function pendingTotp(ports: UserPorts, user_id: string): Promise<Buffer | null> {
  return await ports.system.transaction(async (tx) => {
    const secrets = await lockSecrets(tx, user_id);
    if (secrets === undefined || secrets.totp_sealed === null || secrets.has_totp) return null;
    return ports.secrets.open(secrets.totp_sealed, boundTo(user_id));
  });
}

/** Takes the second factor away, with its recovery codes, for who shows a code: a borrowed browser is not enough. */
export async function removeTotp(
  ports: UserPorts,
  user_id: string,
  code: string,
): Promise<{ readonly kind: "removed" } | { readonly kind: "refused" } | Throttled> {
  const counted = await limitCode(ports, user_id);
  if (counted.kind === "throttled") return counted;
  if (!(await useSecondFactor(ports, user_id, code))) return { kind: "refused" };
  await counted.refund();
  await dropTotp(ports, user_id);
  return { kind: "removed" };
}

/** The same without a code, for an operator who knows the person otherwise. */
export async function dropTotp(ports: UserPorts, user_id: string): Promise<void> {
  await ports.system.transaction(async (tx) => {
    await setTotp(tx, user_id, { sealed: null, confirmed_at: null, last_step: null });
    await deleteRecoveryCodes(tx, user_id);
  });
}

/** Uses up a code of the authenticator (each step once) or a recovery code. */
export async function useSecondFactor(ports: UserPorts, user_id: string, typedCode: string): Promise<boolean> {
  const code = typedCode.replace(/[\s-]/g, "").toLowerCase();
  return await ports.system.transaction(async (tx) => {
    const secrets = await lockSecrets(tx, user_id);
    if (secrets === undefined || secrets.totp_sealed === null || !secrets.has_totp) return false;
    const secret = ports.secrets.open(secrets.totp_sealed, boundTo(user_id));
    const step = totpStep(secret, code, ports.clock.now());
    if (step !== null) return await takeStep(tx, user_id, step);
    return await takeRecoveryCode(tx, user_id, digestOf(code), ports.clock.now());
  });
}

/** 80 random bits each, in groups that can be copied by hand. */
async function newRecoveryCodes(ports: UserPorts, tx: SystemQueries, user_id: string): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => ports.randomBytes(RECOVERY_BYTES).toString("hex"));
  await deleteRecoveryCodes(tx, user_id);
  await insertRecoveryCodes(tx, user_id, codes.map(digestOf));
  return codes.map((code) => (code.match(/.{1,5}/g) ?? []).join("-"));
}

function digestOf(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}

function boundTo(user_id: string): string {
  return `totp:${user_id}`;
}
