import { notFound, ServiceError, validationError } from "../../core/errors.ts";
import type { Role } from "../../core/roles.ts";
import { appendAudit } from "../audit/index.ts";
import { ensureAccount } from "./accounts.ts";
import { makeLink } from "./links.ts";
import { accessMail, invitationMail } from "./mails.ts";
import { addMember } from "./members.ts";
import { type MemberRecord, selectMembers, selectMemberships } from "./store-members.ts";
import { endLinks, type LinkKind, type NewLink } from "./store-sessions.ts";
import type { Language, UserRecord } from "./user.ts";
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
  { clock, system }: Pick<UserPorts, "clock" | "system">,
  user_id: string,
): Promise<readonly Company[]> {
  const memberships = await selectMemberships(system, user_id, clock.now());
  return memberships.filter((membership) => membership.kind === "tenant" && membership.role === "admin");
}

/** How a person learns of the access. */
export type WayIn =
  | { readonly kind: "mailed" }
  /** There is no mail server: the administrator gives the person this link, which chooses a password and works once. */
  | { readonly kind: "link"; readonly purpose: LinkKind; readonly email: string; readonly link: string }
  /** There is no mail server, and no link that this administrator may see: the person logs in at this address. */
  | { readonly kind: "login"; readonly email: string; readonly address: string };

/**
 * Makes an account unless there is one, gives it a role in the company and mails the way in: a link for who has no password
 * yet, else the login's address. With a mail server the link goes to the mailbox alone: who has it takes the account, in
 * other companies too. Without one it is shown for accounts that have no other company.
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
    readonly role: Role;
    /** Last day (UTC) of the role; null: none. */
    readonly ends_on: string | null;
  },
  by: { readonly user_id: string },
): Promise<WayIn> {
  const company = await companyOf(ports, tenant_id, by.user_id);
  await limitMails(ports, `invitations:${by.user_id}`, MAILS.from);
  const user = await ensureAccount(ports, person, `user:${by.user_id}`);
  const { role, ends_on } = person;
  await addMember(ports, { tenant_id, user_id: user.id, role, ends_on }, by);
  return await tellWayIn(ports, user, company, by);
}

/**
 * Tells the way in once more to who has not come yet. @throws ServiceError resource.not_found, request.validation_failed,
 * rate_limit.exceeded
 */
export async function remindPerson(
  ports: UserPorts,
  membership: { readonly tenant_id: string; readonly user_id: string },
  by: { readonly user_id: string },
): Promise<WayIn> {
  const company = await companyOf(ports, membership.tenant_id, by.user_id);
  const member = await memberOf(ports, membership);
  if (member.has_come) {
    throw validationError([{ path: "user_id", code: "has_come", message: "has logged in and needs no invitation" }]);
  }
  await limitMails(ports, `invitations:${by.user_id}`, MAILS.from);
  await limitMails(ports, `invitation:${member.id}`, MAILS.to);
  return await tellWayIn(ports, member, company, by);
}

/**
 * A link with which a member chooses a new password, for the administrator to give on; the company's audit log tells of it.
 * Only without a mail server, and only for accounts that have no other company: who has the link takes the account.
 * @throws ServiceError resource.not_found, request.validation_failed, rate_limit.exceeded
 */
export async function renewPassword(
  ports: UserPorts,
  membership: { readonly tenant_id: string; readonly user_id: string },
  by: { readonly user_id: string },
): Promise<WayIn> {
  const company = await companyOf(ports, membership.tenant_id, by.user_id);
  const member = await memberOf(ports, membership);
  const refused = await whyNotRenewed(ports, member, company, by);
  if (refused !== null) throw validationError([{ path: "user_id", ...refused }]);
  await limitMails(ports, `invitations:${by.user_id}`, MAILS.from);
  return await showLink(ports, { user: member, purpose: "password_reset", company }, by);
}

async function whyNotRenewed(
  ports: UserPorts,
  member: MemberRecord,
  company: Company,
  by: { readonly user_id: string },
): Promise<{ readonly code: string; readonly message: string } | null> {
  if (ports.has_mail) return { code: "has_mail", message: "gets a link by mail from the login page" };
  if (member.id === by.user_id) return { code: "own_password", message: "is your own account" };
  if (member.disabled_at !== null) return { code: "is_disabled", message: "is shut out by the operator" };
  if (!member.has_password) return { code: "not_come", message: "has no password yet and needs the invitation" };
  if (await isOnlyIn(ports, member.id, company.id)) return null;
  return { code: "elsewhere", message: "works for others as well, so the operator makes the link" };
}

async function memberOf(
  { system }: Pick<UserPorts, "system">,
  { tenant_id, user_id }: { readonly tenant_id: string; readonly user_id: string },
): Promise<MemberRecord> {
  const member = (await selectMembers(system, tenant_id)).find(({ id }) => id === user_id);
  if (member === undefined) throw notFound("member");
  return member;
}

async function isOnlyIn(
  { clock, system }: Pick<UserPorts, "clock" | "system">,
  user_id: string,
  tenant_id: string,
): Promise<boolean> {
  return (await selectMemberships(system, user_id, clock.now())).every(({ id }) => id === tenant_id);
}

/** A member of a company that the account administers, before it is taken out. @throws ServiceError resource.not_found */
export async function memberToRemove(
  ports: Pick<UserPorts, "clock" | "system">,
  membership: { readonly tenant_id: string; readonly user_id: string },
  by: { readonly user_id: string },
): Promise<{ readonly company: Company; readonly member: MemberRecord }> {
  const company = await companyOf(ports, membership.tenant_id, by.user_id);
  return { company, member: await memberOf(ports, membership) };
}

/** Everybody in a company that the account administers. @throws ServiceError resource.not_found */
export async function peopleOf(
  ports: Pick<UserPorts, "clock" | "system">,
  tenant_id: string,
  user_id: string,
): Promise<readonly MemberRecord[]> {
  await companyOf(ports, tenant_id, user_id);
  return await selectMembers(ports.system, tenant_id);
}

async function companyOf(
  ports: Pick<UserPorts, "clock" | "system">,
  tenant_id: string,
  user_id: string,
): Promise<Company> {
  const company = (await administeredCompanies(ports, user_id)).find(({ id }) => id === tenant_id);
  if (company === undefined) throw notFound("company");
  return company;
}

async function tellWayIn(
  ports: UserPorts,
  user: UserRecord,
  company: Company,
  by: { readonly user_id: string },
): Promise<WayIn> {
  if (!ports.has_mail) {
    const isShown = !user.has_password && user.disabled_at === null && (await isOnlyIn(ports, user.id, company.id));
    if (isShown) return await showLink(ports, { user, purpose: "invitation", company }, by);
    // A link that another company was shown must not open this one.
    await endLinks(ports.system, user.id, ports.clock.now());
    return { kind: "login", email: user.email, address: `${ports.base_url}/login` };
  }
  // After the answer: what it takes would tell whether the account was there before.
  if (user.disabled_at === null) {
    ports.later(async () => {
      const mail = user.has_password
        ? accessMail(user, company.name, `${ports.base_url}/account`)
        : invitationMail(user, company.name, await makeLink(ports, linkOf(user, "invitation", by)));
      await ports.sendMail(mail);
    });
  }
  return { kind: "mailed" };
}

/** A link in the language that the person's account has, which is the inviter's choice as long as it is a new one. */
function linkOf({ id, language }: UserRecord, kind: LinkKind, by: { readonly user_id: string }): NewLink {
  return { user_id: id, kind, created_by: `user:${by.user_id}`, language };
}

/** Who shows a link could use it: the company's audit log says who that was. */
async function showLink(
  ports: UserPorts,
  { user, purpose, company }: { readonly user: UserRecord; readonly purpose: LinkKind; readonly company: Company },
  by: { readonly user_id: string },
): Promise<WayIn> {
  const actor = `user:${by.user_id}`;
  await ports.tenantDb(company.id, "live").transaction(async (tx) => {
    const teller = { clock: ports.clock, principal: { actor }, tenant: { id: company.id } };
    await appendAudit(teller, tx, [{ action: "member.link_shown", subject: user.id, payload: { purpose } }]);
  });
  return { kind: "link", purpose, email: user.email, link: await makeLink(ports, linkOf(user, purpose, by)) };
}

async function limitMails({ rates }: UserPorts, key: string, most: number): Promise<void> {
  const { is_allowed, reset_after_seconds } = await rates.take(key, most, WINDOW_SECONDS);
  if (is_allowed) return;
  throw new ServiceError("rate_limit.exceeded", "Too many invitations were sent in the last hour.", {
    retry_after_seconds: reset_after_seconds,
  });
}
