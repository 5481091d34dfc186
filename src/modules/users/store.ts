import type { SystemQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { Language, UserRecord } from "./user.ts";

const COLUMNS = `id, email, name, language, password_hash is not null as has_password,
    totp_confirmed_at is not null as has_totp, created_at, last_login_at, disabled_at`;

const INSERT = statement(`
  insert into users (id, email, name, language, created_by) values ($1, $2, $3, $4, $5)
  on conflict (email) do nothing
  returning ${COLUMNS}`);

const BY_EMAIL = statement(`select ${COLUMNS} from users where email = $1 order by id limit 1`);

const BY_ID = statement(`select ${COLUMNS} from users where id = $1 order by id limit 1`);

const SECRETS = statement(`
  select id, email, password_hash, totp_sealed, totp_confirmed_at is not null as has_totp, totp_last_step, disabled_at
  from users where email = $1 order by id limit 1`);

const SECRETS_BY_ID = statement(`
  select id, email, password_hash, totp_sealed, totp_confirmed_at is not null as has_totp, totp_last_step, disabled_at
  from users where id = $1 order by id limit 1 for update`);

const SET_PASSWORD = statement("update users set password_hash = $2, password_changed_at = $3 where id = $1");

const SET_LOGIN = statement("update users set last_login_at = $2 where id = $1");

const SET_DISABLED = statement("update users set disabled_at = $2 where id = $1");

const SET_LANGUAGE = statement("update users set language = $2 where id = $1");

const SET_NAME = statement("update users set name = $2 where id = $1");

const SET_TOTP = statement(`
  update users set totp_sealed = $2, totp_confirmed_at = $3, totp_last_step = $4 where id = $1`);

// Of two uses of one code only the first moves the step.
const TAKE_STEP = statement(`
  update users set totp_last_step = $2
  where id = $1 and (totp_last_step is null or totp_last_step < $2)
  returning id`);

export async function insertUser(
  system: SystemQueries,
  user: { readonly id: string; readonly email: string; readonly name: string; readonly language: Language },
  created_by: string,
): Promise<UserRecord | undefined> {
  const values = [user.id, user.email, user.name, user.language, created_by];
  return (await system.rows<UserRecord>(INSERT, values))[0];
}

export async function selectUserByEmail(system: SystemQueries, email: string): Promise<UserRecord | undefined> {
  return (await system.rows<UserRecord>(BY_EMAIL, [email]))[0];
}

export async function selectUser(system: SystemQueries, id: string): Promise<UserRecord | undefined> {
  return (await system.rows<UserRecord>(BY_ID, [id]))[0];
}

/** What a login is checked against; goes nowhere else. */
export interface UserSecrets {
  readonly id: string;
  readonly email: string;
  readonly password_hash: string | null;
  readonly totp_sealed: Buffer | null;
  readonly has_totp: boolean;
  readonly totp_last_step: number | null;
  readonly disabled_at: string | null;
}

export async function selectSecrets(system: SystemQueries, email: string): Promise<UserSecrets | undefined> {
  return (await system.rows<UserSecrets>(SECRETS, [email]))[0];
}

/** Locked until the transaction ends. */
export async function lockSecrets(system: SystemQueries, id: string): Promise<UserSecrets | undefined> {
  return (await system.rows<UserSecrets>(SECRETS_BY_ID, [id]))[0];
}

export async function setPassword(system: SystemQueries, id: string, hash: string, changed_at: Date): Promise<void> {
  await system.rows(SET_PASSWORD, [id, hash, changed_at.toISOString()]);
}

export async function setLogin(system: SystemQueries, id: string, at: Date): Promise<void> {
  await system.rows(SET_LOGIN, [id, at.toISOString()]);
}

/** null lets the account in again. */
export async function setDisabled(system: SystemQueries, id: string, at: Date | null): Promise<void> {
  await system.rows(SET_DISABLED, [id, at?.toISOString() ?? null]);
}

export async function setName(system: SystemQueries, id: string, name: string): Promise<void> {
  await system.rows(SET_NAME, [id, name]);
}

export async function setLanguage(system: SystemQueries, id: string, language: Language): Promise<void> {
  await system.rows(SET_LANGUAGE, [id, language]);
}

/** A second factor: sealed secret, in use from `confirmed_at` on; nulls take it away. */
export async function setTotp(
  system: SystemQueries,
  id: string,
  totp: { readonly sealed: Buffer | null; readonly confirmed_at: Date | null; readonly last_step: number | null },
): Promise<void> {
  await system.rows(SET_TOTP, [id, totp.sealed, totp.confirmed_at?.toISOString() ?? null, totp.last_step]);
}

/** Uses a time step up; false when it or a later one was used before. */
export async function takeStep(system: SystemQueries, id: string, step: number): Promise<boolean> {
  return (await system.rows(TAKE_STEP, [id, step])).length > 0;
}
