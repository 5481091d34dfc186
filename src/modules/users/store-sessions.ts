import type { SystemQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { Language } from "./user.ts";

const INSERT = statement(`
  insert into user_sessions (digest, user_id, created_at, authenticated_at, last_seen_at, expires_at)
  values ($1, $2, $3, $3, $3, $4)`);

// Without use a session ends after 12 hours, with use after 30 days.
const FIND = statement(`
  select s.user_id, s.authenticated_at, s.last_seen_at, u.email, u.name, u.language, u.totp_confirmed_at is not null as has_totp
  from user_sessions s join users u on u.id = s.user_id
  where s.digest = $1 and s.expires_at > $2 and s.last_seen_at > $2::timestamptz - interval '12 hours'
    and u.disabled_at is null
  order by s.digest limit 1`);

const SEEN = statement("update user_sessions set last_seen_at = $2 where digest = $1");

const END = statement("delete from user_sessions where digest = $1 returning user_id");

// The id is the hash of what is kept of the secret.
const LIST = statement(`
  select encode(sha256(digest), 'hex') as id, created_at, last_seen_at, expires_at
  from user_sessions
  where user_id = $1 and expires_at > $2 and last_seen_at > $2::timestamptz - interval '12 hours'
  order by last_seen_at desc, digest limit 100`);

const END_OTHER = statement(`
  delete from user_sessions where user_id = $1 and encode(sha256(digest), 'hex') = $2 returning user_id`);

const END_ALL = statement("delete from user_sessions where user_id = $1");

const PRUNE = statement(`
  delete from user_sessions
  where expires_at < $1::timestamptz or last_seen_at < $1::timestamptz - interval '12 hours'`);

// Who asks for another link may have lost the first one to somebody else.
const INSERT_LINK = statement(`
  with earlier as (
    update user_links set used_at = $5 where user_id = $2 and kind = $3 and used_at is null
  )
  insert into user_links (digest, user_id, kind, created_by, created_at, expires_at, language) values ($1, $2, $3, $4, $5, $6, $7)`);

const FIND_LINK = statement(`
  select l.user_id, l.kind, u.email, u.name, l.language
  from user_links l join users u on u.id = l.user_id
  where l.digest = $1 and l.used_at is null and l.expires_at > $2 and u.disabled_at is null
  order by l.digest limit 1`);

const LANGUAGE_OF_LINK = statement("select language from user_links where digest = $1 order by digest limit 1");

// Whoever marks it first may use it; the other links of the account go with it.
const TAKE_LINK = statement(`
  update user_links set used_at = $2 where digest = $1 and used_at is null and expires_at > $2 returning user_id`);

const END_LINKS = statement("update user_links set used_at = $2 where user_id = $1 and used_at is null");

const PRUNE_LINKS = statement("delete from user_links where expires_at < $1::timestamptz - interval '30 days'");

export interface SessionRow {
  readonly user_id: string;
  readonly authenticated_at: string;
  readonly last_seen_at: string;
  readonly email: string;
  readonly name: string;
  readonly language: Language;
  readonly has_totp: boolean;
}

export async function insertSession(
  system: SystemQueries,
  session: { readonly digest: Buffer; readonly user_id: string; readonly now: Date; readonly expires_at: Date },
): Promise<void> {
  const { digest, user_id, now, expires_at } = session;
  await system.rows(INSERT, [digest, user_id, now.toISOString(), expires_at.toISOString()]);
}

export async function selectSession(system: SystemQueries, digest: Buffer, now: Date): Promise<SessionRow | undefined> {
  return (await system.rows<SessionRow>(FIND, [digest, now.toISOString()]))[0];
}

export async function setSeen(system: SystemQueries, digest: Buffer, now: Date): Promise<void> {
  await system.rows(SEEN, [digest, now.toISOString()]);
}

export async function deleteSession(system: SystemQueries, digest: Buffer): Promise<void> {
  await system.rows(END, [digest]);
}

export interface OwnSessionRow {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
}

export async function selectSessions(system: SystemQueries, user_id: string, now: Date): Promise<OwnSessionRow[]> {
  return await system.rows<OwnSessionRow>(LIST, [user_id, now.toISOString()]);
}

/** False when the person has no such session. */
export async function deleteOther(system: SystemQueries, user_id: string, id: string): Promise<boolean> {
  return (await system.rows(END_OTHER, [user_id, id])).length > 0;
}

export async function deleteSessions(system: SystemQueries, user_id: string): Promise<void> {
  await system.rows(END_ALL, [user_id]);
}

export type LinkKind = "invitation" | "password_reset";

export interface NewLink {
  readonly user_id: string;
  readonly kind: LinkKind;
  readonly created_by: string;
  /** Of the message that it stands in; null: nobody chose one. */
  readonly language: Language | null;
}

export async function insertLink(
  system: SystemQueries,
  link: NewLink & { readonly digest: Buffer; readonly now: Date; readonly expires_at: Date },
): Promise<void> {
  const { digest, user_id, kind, created_by, language, now, expires_at } = link;
  const moments = [now.toISOString(), expires_at.toISOString()];
  await system.rows(INSERT_LINK, [digest, user_id, kind, created_by, ...moments, language]);
}

/** The language of a link, used or not, as long as it is kept; null: it has none, or there is no such link. */
export async function selectLinkLanguage(system: SystemQueries, digest: Buffer): Promise<Language | null> {
  return (await system.rows<{ readonly language: Language | null }>(LANGUAGE_OF_LINK, [digest]))[0]?.language ?? null;
}

export interface LinkRow {
  readonly user_id: string;
  readonly kind: LinkKind;
  readonly email: string;
  readonly name: string;
  /** Null: nobody chose one. */
  readonly language: Language | null;
}

export async function selectLink(system: SystemQueries, digest: Buffer, now: Date): Promise<LinkRow | undefined> {
  return (await system.rows<LinkRow>(FIND_LINK, [digest, now.toISOString()]))[0];
}

/** Uses a link up; false when somebody else did or its time is over. */
export async function takeLink(system: SystemQueries, digest: Buffer, now: Date): Promise<boolean> {
  return (await system.rows(TAKE_LINK, [digest, now.toISOString()])).length > 0;
}

export async function endLinks(system: SystemQueries, user_id: string, now: Date): Promise<void> {
  await system.rows(END_LINKS, [user_id, now.toISOString()]);
}

export async function pruneSessions(system: SystemQueries, now: Date): Promise<void> {
  await system.rows(PRUNE, [now.toISOString()]);
  await system.rows(PRUNE_LINKS, [now.toISOString()]);
}
