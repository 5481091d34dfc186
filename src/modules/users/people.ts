import { notFound, ServiceError, validationError } from "../../core/errors.ts";
import { ensureAccount } from "./accounts.ts";
import { makeLink } from "./links.ts";
import { accessMail, invitationMail } from "./mails.ts";
import { addMember } from "./members.ts";
import { type MemberRecord, selectMembers, selectMemberships } from "./store-members.ts";
import type { Language, TenantRole, UserRecord } from "./user.ts";
import type { UserPorts } from "./user-ports.ts";

const WINDOW_SECONDS = 60 * 60;
/** Mails an hour: that one administrator causes, and that one person gets. */
const MAILS = { from: 50, to: 3 };

/** A company that a person administers. */
export interface Company {
  readonly id: string;
  readonly name: string;
}

/** The companies that an account administers, by name. */
export async function administeredCompanies(
  { system }: Pick<UserPorts, "system">,
  user_id: string,
): Promise<readonly Company[]> {
  const memberships = await selectMemberships(system, user_id);
  return memberships.filter((one) => one.kind === "tenant" && one.role === "admin");
}

/**
 * Makes an account unless there is one, gives it a role in the company and mails the way in: a link for who has no password
 * yet, else the login's address. The link goes to the mailbox alone: who has it takes the account, in other companies too.
 * @throws ServiceError resource.not_found (no such company of this administrator), request.validation_failed,
 * rate_limit.exceeded
 */
export async function invitePerson(
  ports: UserPorts,
  tenant_id: string,
  person: {
    readonly email: string;
    readonly name: string;
    readonly language: Language;
    readonly role: TenantRole;
  },
  by: { readonly user_id: string },
): Promise<void> {
  const company = await companyOf(ports, tenant_id, by.user_id);
  await limitMails(ports, `invitations:${by.user_id}`, MAILS.from);
  const user = await ensureAccount(ports, person, `user:${by.user_id}`);
  await addMember(ports, { tenant_id, user_id: user.id, role: person.role }, by);
  sendWayIn(ports, user, company, by);
}

/**
 * Mails the way in once more to who has not come yet. @throws ServiceError resource.not_found, request.validation_failed,
 * rate_limit.exceeded
 */
export async function remindPerson(
  ports: UserPorts,
  place: { readonly tenant_id: string; readonly user_id: string },
  by: { readonly user_id: string },
): Promise<void> {
  const company = await companyOf(ports, place.tenant_id, by.user_id);
  const members = await selectMembers(ports.system, place.tenant_id);
  const member = members.find(({ id }) => id === place.user_id);
  if (member === undefined) throw notFound("member");
  if (member.has_come) {
    throw validationError([{ path: "user_id", code: "has_come", message: "has logged in and needs no invitation" }]);
  }
  await limitMails(ports, `invitations:${by.user_id}`, MAILS.from);
  await limitMails(ports, `invitation:${member.id}`, MAILS.to);
  sendWayIn(ports, member, company, by);
}

/** Everybody in a company that the account administers. @throws ServiceError resource.not_found */
export async function peopleOf(
  ports: Pick<UserPorts, "system">,
  tenant_id: string,
  user_id: string,
): Promise<readonly MemberRecord[]> {
  await companyOf(ports, tenant_id, user_id);
  return await selectMembers(ports.system, tenant_id);
}

async function companyOf(ports: Pick<UserPorts, "system">, tenant_id: string, user_id: string): Promise<Company> {
  const company = (await administeredCompanies(ports, user_id)).find(({ id }) => id === tenant_id);
  if (company === undefined) throw notFound("company");
  return company;
}

/** After the answer: what it takes would tell whether the account was there before. */
function sendWayIn(ports: UserPorts, user: UserRecord, company: Company, by: { readonly user_id: string }): void {
  if (user.disabled_at !== null) return;
  ports.later(async () => {
    const mail = user.has_password
      ? accessMail(user, company.name, `${ports.base_url}/account`)
      : invitationMail(user, company.name, await makeLink(ports, user.id, "invitation", `user:${by.user_id}`));
    await ports.sendMail(mail);
  });
}

async function limitMails({ rates }: UserPorts, key: string, most: number): Promise<void> {
  const { is_allowed, reset_after_seconds } = await rates.take(key, most, WINDOW_SECONDS);
  if (is_allowed) return;
  throw new ServiceError("rate_limit.exceeded", "Too many invitations were sent in the last hour.", {
    retry_after_seconds: reset_after_seconds,
  });
}
