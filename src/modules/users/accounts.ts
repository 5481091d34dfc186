import { notFound, ServiceError, validationError } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import { isPlainLine } from "../../core/visible-text.ts";
import { tellCompanies } from "./members.ts";
import {
  insertUser,
  selectSecrets,
  selectUser,
  selectUserByEmail,
  setDisabled,
  setLanguage,
  setName,
} from "./store.ts";
import { addConsultantMember, removeConsultantMember } from "./store-members.ts";
import { deleteSessions, endLinks } from "./store-sessions.ts";
import { acceptedEmail, type Language, type UserRecord } from "./user.ts";
import type { UserPorts } from "./user-ports.ts";

const NAME_MAX = 200;

export interface NewAccount {
  readonly email: string;
  /** Empty: the part of the address before the @. */
  readonly name: string;
  readonly language: Language;
}

/**
 * The account with this address, made when there is none. An existing one is left as it is: its name and language are its
 * owner's.
 * @throws ServiceError request.validation_failed
 */
export async function ensureAccount(ports: UserPorts, account: NewAccount, created_by: string): Promise<UserRecord> {
  const email = acceptedEmail(account.email);
  const name = acceptedName(account.name.trim() === "" ? (email.split("@")[0] ?? email) : account.name.trim());
  const made = await insertUser(
    ports.system,
    { id: ports.newId(), email, name, language: account.language },
    created_by,
  );
  const user = made ?? (await selectUserByEmail(ports.system, email));
  if (user === undefined) throw new Error("an account was neither made nor found");
  return user;
}

/** Names stand in mails and on other people's pages: they are one line of text. @throws request.validation_failed */
function acceptedName(name: string): string {
  if (Array.from(name).length > NAME_MAX) {
    throw validationError([{ path: "name", code: "too_long", message: `may have at most ${NAME_MAX} characters` }]);
  }
  if (!isPlainLine(name)) {
    throw validationError([{ path: "name", code: "invalid_text", message: "must be one line of visible characters" }]);
  }
  return name;
}

/** Changes a person's own name, as colleagues and the audit log show it from now on. @throws request.validation_failed */
export async function renameAccount(
  { system }: Pick<UserPorts, "system">,
  user_id: string,
  name: string,
): Promise<void> {
  await setName(system, user_id, acceptedName(name));
}

/** The account with an address. @throws ServiceError resource.not_found */
export async function findAccount({ system }: Pick<UserPorts, "system">, email: string): Promise<UserRecord> {
  const user = await selectUserByEmail(system, acceptedEmail(email));
  if (user === undefined) throw new ServiceError("resource.not_found", "No account has this e-mail address.");
  return user;
}

/** Keeps the language in which a person reads pages and mails. */
export async function chooseLanguage(
  { system }: Pick<UserPorts, "system">,
  account: { readonly user_id: string; readonly language: Language | null },
  language: Language,
): Promise<void> {
  if (account.language !== language) await setLanguage(system, account.user_id, language);
}

/** Whether an account that may log in has this password; for the service's own start, beside the limits of logins. */
export async function hasPassword(ports: UserPorts, email: string, password: string): Promise<boolean> {
  const secrets = await selectSecrets(ports.system, acceptedEmail(email));
  const isRight = await ports.passwords.verify(secrets?.password_hash ?? null, password);
  return isRight && secrets?.disabled_at === null;
}

/** Lets an account work for a consultant organisation. */
export async function joinConsultant(
  ports: UserPorts,
  consultant_id: string,
  user_id: string,
  actor: string,
): Promise<void> {
  await addConsultantMember(ports.system, consultant_id, user_id, actor);
}

/** Takes an account out of a consultant organisation. @throws ServiceError resource.not_found */
export async function leaveConsultant(
  { system }: Pick<UserPorts, "system">,
  consultant_id: string,
  user_id: string,
): Promise<void> {
  if (await removeConsultantMember(system, consultant_id, user_id)) return;
  throw new ServiceError("resource.not_found", "This account does not work for the consultant.");
}

/**
 * Shuts an account out everywhere at once, sessions, links and connected assistants included, or lets it in again (with
 * new logins), and tells the companies' audit logs. @throws ServiceError resource.not_found
 */
export async function setAccountDisabled(ports: UserPorts, user_id: string, is_disabled: boolean): Promise<UserRecord> {
  if (!isUuid(user_id)) throw notFound("account");
  const now = ports.clock.now();
  await ports.system.transaction(async (tx) => {
    await setDisabled(tx, user_id, is_disabled ? now : null);
    await deleteSessions(tx, user_id);
    await endLinks(tx, user_id, now);
  });
  const user = await selectUser(ports.system, user_id);
  if (user === undefined) throw notFound("account");
  // After it: whoever is shut out stays out, even when a company's log cannot be written.
  await tellCompanies(ports, user_id, is_disabled);
  return user;
}
