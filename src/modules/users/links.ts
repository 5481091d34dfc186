import { createHash } from "node:crypto";
import { passwordResetMail } from "./mails.ts";
import { lockSecrets, selectUserByEmail, setLogin, setPassword } from "./store.ts";
import {
  deleteSessions,
  endLinks,
  insertLink,
  type LinkKind,
  type LinkRow,
  type NewLink,
  selectLink,
  selectLinkLanguage,
  takeLink,
} from "./store-sessions.ts";
import { startSession } from "./sessions.ts";
import { type Language, normalisedEmail, passwordFault, type PasswordFault } from "./user.ts";
import type { UserPorts } from "./user-ports.ts";

const LINK_BYTES = 32;
const LINK = /^[A-Za-z0-9_-]{43}$/;
const LIFETIME_MS: Readonly<Record<LinkKind, number>> = {
  invitation: 7 * 24 * 60 * 60_000,
  password_reset: 60 * 60_000,
};
const RESET_WINDOW_SECONDS = 60 * 60;
/** Reset mails an hour: to one account, and asked for from one address. */
const RESETS = { account: 3, address: 20 };

/** Where the link of either kind leads: a page that asks for a new password. */
const LINK_PATH = "/account/password/";

/**
 * Makes a single-use link that lets an account choose its password; earlier ones of the kind end. Only the link's SHA-256
 * is kept, with the language of the message that it stands in.
 */
export async function makeLink(ports: UserPorts, { user_id, kind, created_by, language }: NewLink): Promise<string> {
  const secret = ports.randomBytes(LINK_BYTES).toString("base64url");
  const now = ports.clock.now();
  const expires_at = new Date(now.getTime() + LIFETIME_MS[kind]);
  await insertLink(ports.system, { digest: digestOf(secret), user_id, kind, created_by, language, now, expires_at });
  return `${ports.base_url}${LINK_PATH}${secret}`;
}

/** Sends a reset link when there is such an account; says nothing about whether there is. */
export async function requestPasswordReset(
  ports: UserPorts,
  request: { readonly email: string; readonly address: string },
): Promise<void> {
  const email = normalisedEmail(request.email);
  const isWithin = async (key: string, limit: number) =>
    (await ports.rates.take(key, limit, RESET_WINDOW_SECONDS)).is_allowed;
  if (email === null || !(await isWithin(`reset:${request.address}`, RESETS.address))) return;
  // Not waited for: the time that a link and a mail server take would tell that there is an account.
  ports.later(async () => {
    const user = await selectUserByEmail(ports.system, email);
    if (user === undefined || user.disabled_at !== null) return;
    if (!(await isWithin(`reset:${user.id}`, RESETS.account))) return;
    const link = await makeLink(ports, {
      user_id: user.id,
      kind: "password_reset",
      created_by: `user:${user.id}`,
      language: user.language,
    });
    await ports.sendMail(passwordResetMail(user, link));
  });
}

/** The account behind a link that may still be used. */
export async function openLink(ports: Pick<UserPorts, "clock" | "system">, secret: string): Promise<LinkRow | null> {
  if (!LINK.test(secret)) return null;
  return (await selectLink(ports.system, digestOf(secret), ports.clock.now())) ?? null;
}

/** The language of a link, of one that was used or has ended as well; null: it has none, or was never made. */
export async function languageOfLink(ports: Pick<UserPorts, "system">, secret: string): Promise<Language | null> {
  return LINK.test(secret) ? await selectLinkLanguage(ports.system, digestOf(secret)) : null;
}

export type PasswordChange =
  | { readonly kind: "changed"; readonly user_id: string; readonly session: string | null }
  | { readonly kind: "fault"; readonly fault: PasswordFault }
  | { readonly kind: "gone" };

/**
 * Sets the password of the account behind a link and ends all its sessions and links. An account with a second factor
 * must still log in; any other is logged in by this.
 */
export async function acceptLink(ports: UserPorts, secret: string, password: string): Promise<PasswordChange> {
  const link = await openLink(ports, secret);
  if (link === null) return { kind: "gone" };
  const fault = passwordFault(password, link);
  if (fault !== null) return { kind: "fault", fault };
  const hash = await ports.passwords.hash(password);
  return await ports.system.transaction(async (tx) => {
    const now = ports.clock.now();
    if (!(await takeLink(tx, digestOf(secret), now))) return { kind: "gone" };
    const secrets = await lockSecrets(tx, link.user_id);
    if (secrets === undefined || secrets.disabled_at !== null) return { kind: "gone" };
    await setPassword(tx, link.user_id, hash, now);
    await deleteSessions(tx, link.user_id);
    await endLinks(tx, link.user_id, now);
    if (secrets.has_totp) return { kind: "changed", user_id: link.user_id, session: null };
    await setLogin(tx, link.user_id, now);
    const session = await startSession(ports, tx, link.user_id);
    return { kind: "changed", user_id: link.user_id, session };
  });
}

function digestOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
