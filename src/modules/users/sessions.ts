import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { SystemQueries } from "../../core/context.ts";
import { deleteSession, insertSession, selectSession, setSeen } from "./store-sessions.ts";
import type { Language } from "./user.ts";
import type { UserPorts } from "./user-ports.ts";

const SESSION_BYTES = 32;
const SESSION = /^[A-Za-z0-9_-]{43}$/;
/** 30 days, whatever happens. */
const ABSOLUTE_MS = 30 * 24 * 60 * 60_000;
const SEEN_INTERVAL_MS = 60_000;

export const SESSION_SECONDS = ABSOLUTE_MS / 1000;

/** A browser that is logged in. */
export interface Session {
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  readonly language: Language;
  readonly has_totp: boolean;
  /** When the password was last given. */
  readonly authenticated_at: Date;
  /** Must come back with every form of this browser. */
  readonly csrf_token: string;
}

/** Logs a browser in under a new secret, which is the cookie's value; only its SHA-256 is kept. */
export async function startSession(ports: UserPorts, system: SystemQueries, user_id: string): Promise<string> {
  const secret = ports.randomBytes(SESSION_BYTES).toString("base64url");
  const now = ports.clock.now();
  const expires_at = new Date(now.getTime() + ABSOLUTE_MS);
  await insertSession(system, { digest: digestOf(secret), user_id, now, expires_at });
  return secret;
}

/** The session of a cookie's value; null: none, ended, or its account is disabled. Costs one statement. */
export async function findSession(
  ports: Pick<UserPorts, "clock" | "system">,
  secret: string | undefined,
): Promise<Session | null> {
  if (secret === undefined || !SESSION.test(secret)) return null;
  const digest = digestOf(secret);
  const now = ports.clock.now();
  const row = await selectSession(ports.system, digest, now);
  if (row === undefined) return null;
  if (now.getTime() - Date.parse(row.last_seen_at) > SEEN_INTERVAL_MS) await setSeen(ports.system, digest, now);
  const { user_id, email, name, language, has_totp, authenticated_at } = row;
  return {
    user_id,
    email,
    name,
    language,
    has_totp,
    authenticated_at: new Date(authenticated_at),
    csrf_token: csrfToken(secret),
  };
}

export async function endSession(ports: Pick<UserPorts, "system">, secret: string | undefined): Promise<void> {
  if (secret !== undefined && SESSION.test(secret)) await deleteSession(ports.system, digestOf(secret));
}

/** Whether a form comes from a page that this session was given. */
export function isCsrfToken(session: Session, formToken: string | undefined | null): boolean {
  const expected = Buffer.from(session.csrf_token);
  const actual = Buffer.from(formToken ?? "");
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Derived, not stored: who has a page of the session can post its forms, who has only the database cannot. */
function csrfToken(secret: string): string {
  return createHmac("sha256", secret).update("form").digest("base64url");
}

function digestOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
