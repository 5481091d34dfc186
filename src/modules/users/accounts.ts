import type { Principal, TenantIdentity } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { SCOPES } from "../../core/scopes.ts";
import { appendAudit } from "../audit/index.ts";
import {
  addConsultantMember,
  addTenantMember,
  insertUser,
  removeTenantMember,
  selectUser,
  selectUserByEmail,
  setDisabled,
} from "./store.ts";
import { deleteSessions, endLinks } from "./store-sessions.ts";
import { acceptedEmail, type Language, type TenantRole, type UserRecord } from "./user.ts";
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
  const name = account.name.trim() === "" ? (email.split("@")[0] ?? email) : account.name.trim();
  if (name.length > NAME_MAX) {
    throw validationError([{ path: "name", code: "too_long", message: `may have at most ${NAME_MAX} characters` }]);
  }
  const made = await insertUser(
    ports.system,
    { id: ports.newId(), email, name, language: account.language },
    created_by,
  );
  const user = made ?? (await selectUserByEmail(ports.system, email));
  if (user === undefined) throw new Error("an account was neither made nor found");
  return user;
}

/** Gives an account a role in a company, or changes the one it has. */
export async function setTenantRole(
  ports: UserPorts,
  member: { readonly tenant_id: string; readonly user_id: string; readonly role: TenantRole },
  actor: string,
): Promise<void> {
  await addTenantMember(ports.system, member, actor);
  const { tenant_id, user_id, role } = member;
  await audit(ports, tenant_id, actor, { action: "member.role_set", subject: user_id, payload: { role } });
}

/** Takes an account out of a company. @throws ServiceError resource.not_found */
export async function endTenantRole(
  ports: UserPorts,
  member: { readonly tenant_id: string; readonly user_id: string },
  actor: string,
): Promise<void> {
  const { tenant_id, user_id } = member;
  if (!(await removeTenantMember(ports.system, tenant_id, user_id))) throw notFound("member");
  await audit(ports, tenant_id, actor, { action: "member.removed", subject: user_id, payload: {} });
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

/**
 * Shuts an account out everywhere at once, sessions, links and connected assistants included, or lets it in again (with
 * new logins). @throws ServiceError resource.not_found
 */
export async function setAccountDisabled(ports: UserPorts, user_id: string, is_disabled: boolean): Promise<UserRecord> {
  const now = ports.clock.now();
  await ports.system.transaction(async (tx) => {
    await setDisabled(tx, user_id, is_disabled ? now : null);
    await deleteSessions(tx, user_id);
    await endLinks(tx, user_id, now);
  });
  const user = await selectUser(ports.system, user_id);
  if (user === undefined) throw notFound("account");
  return user;
}

/** Membership holds for both environments; the live chain, which is the company's books, tells of it. */
async function audit(
  ports: UserPorts,
  tenant_id: string,
  actor: string,
  entry: Parameters<typeof appendAudit>[2][number],
): Promise<void> {
  const principal: Principal = { kind: "operator", actor, credential_id: null, scopes: new Set(SCOPES) };
  const tenant: TenantIdentity = { id: tenant_id, name: "", country: "ZZ", plan: "starter", environment: "live" };
  await ports.tenantDb(tenant_id, "live").transaction(async (tx) => {
    await appendAudit({ clock: ports.clock, principal, tenant }, tx, [entry]);
  });
}
