import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { SystemQueries } from "../../core/context.ts";
import { deleteOther, deleteSession, insertSession, selectSession, selectSessions, setSeen } from "./store-sessions.ts";
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

/** A browser of one's own that is logged in, as its owner sees it. Times are ISO 8601 UTC. */
export interface OwnSession {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
  /** Whether it is the browser that asks. */
  readonly is_current: boolean;
}

/** The browsers in which a person is logged in, last used first, at most 100. */
export async function sessionsOf(
  { clock, system }: Pick<UserPorts, "clock" | "system">,
  user_id: string,
  secret: string | undefined,
): Promise<readonly OwnSession[]> {
  const current = secret === undefined ? null : idOf(digestOf(secret));
  const rows = await selectSessions(system, user_id, clock.now());
  return rows.map((row) => ({ ...row, is_current: row.id === current }));
}

/** Ends a browser of this person; false: there is none with this id. */
export async function endOtherSession(
  { system }: Pick<UserPorts, "system">,
  user_id: string,
  id: string,
): Promise<boolean> {
  return await deleteOther(system, user_id, id);
}

/** Not the digest itself, by which the session is found. */
function idOf(digest: Buffer): string {
  return createHash("sha256").update(digest).digest("hex");
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
