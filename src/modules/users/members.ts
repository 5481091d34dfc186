import { ServiceError, validationError } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import type { Role } from "../../core/roles.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { endGrantsOf } from "../oauth/index.ts";
import { changeMember, type MemberChange, type MemberOutcome, selectMemberships } from "./store-members.ts";
import type { UserPorts } from "./user-ports.ts";

/** A person as a member of a company. */
export interface CompanyMember {
  readonly tenant_id: string;
  readonly user_id: string;
}

/** A role, and its last day (UTC, YYYY-MM-DD); null or absent: it does not end by itself. An administrator's never does. */
export interface RoleGiven {
  readonly role: Role;
  readonly ends_on?: string | null;
}

/** An administrator's account id; "operator": whoever runs the service, who may also take the last administrator away. */
export type MemberActor = "operator" | { readonly user_id: string };

/** Gives an account a role in a company. @throws ServiceError request.validation_failed when it is a member already */
export async function addMember(
  ports: UserPorts,
  member: CompanyMember & RoleGiven,
  actor: MemberActor,
): Promise<void> {
  await change(ports, member, { kind: "add", ...given(member) }, actor);
}

/** Gives an account a role in a company, whatever it was there before. */
export async function setTenantRole(
  ports: UserPorts,
  member: CompanyMember & RoleGiven,
  actor: MemberActor,
): Promise<void> {
  await change(ports, member, { kind: "set", ...given(member) }, actor);
}

/**
 * Changes the role of a member. @throws ServiceError resource.not_found (also when the actor does not administer the
 * company); request.validation_failed when no administrator would be left
 */
export async function changeTenantRole(
  ports: UserPorts,
  member: CompanyMember & RoleGiven,
  actor: MemberActor,
): Promise<void> {
  await change(ports, member, { kind: "change", ...given(member) }, actor);
}

/** Takes an account out of a company; what it connected there ends with it. @throws as changeTenantRole */
export async function endTenantRole(ports: UserPorts, member: CompanyMember, actor: MemberActor): Promise<void> {
  await change(ports, member, { kind: "remove" }, actor);
}

/** Tells each company of an account in its audit log that it was shut out or let in again, by an operator. */
export async function tellCompanies(ports: UserPorts, user_id: string, is_disabled: boolean): Promise<void> {
  const action = is_disabled ? "member.disabled" : "member.enabled";
  for (const { kind, id } of await selectMemberships(ports.system, user_id, ports.clock.now())) {
    if (kind !== "tenant") continue;
    await ports.tenantDb(id, "live").transaction(async (tx) => {
      const by = { clock: ports.clock, principal: { actor: "operator" }, tenant: { id } };
      await appendAudit(by, tx, [{ action, subject: user_id, payload: {} }]);
    });
  }
}

/**
 * The change and its audit event are one transaction, of the live environment: membership holds for both, and the live
 * chain, which is the company's books, tells of it.
 */
async function change(
  ports: UserPorts,
  { tenant_id, user_id }: CompanyMember,
  wanted: MemberChange,
  by: MemberActor,
): Promise<void> {
  if (!isUuid(tenant_id) || !isUuid(user_id)) throw REFUSALS.unknown();
  const actor = by === "operator" ? by : `user:${by.user_id}`;
  const now = ports.clock.now();
  await ports.tenantDb(tenant_id, "live").transaction(async (tx) => {
    const head = await lockAuditChain(tx);
    const by_id = by === "operator" ? null : by.user_id;
    const outcome = await changeMember(tx, { user_id, wanted, by_id, actor, now });
    if (outcome === "same") return;
    if (outcome !== "done") throw REFUSALS[outcome]();
    const isAdmin = wanted.kind !== "remove" && wanted.role === "admin";
    const ended = isAdmin ? [] : await endGrantsOf(tx, user_id, now);
    const entries = [
      wanted.kind === "remove"
        ? { action: "member.removed", subject: user_id, payload: {} }
        : { action: "member.role_set", subject: user_id, payload: { role: wanted.role, ...lastDay(wanted) } },
      ...ended.map((id) => ({
        action: "oauth_grant.ended",
        subject: id,
        payload: { reason: "grantor_not_entitled" },
      })),
    ];
    await appendAudit({ clock: ports.clock, principal: { actor }, tenant: { id: tenant_id } }, tx, entries, head);
  });
}

/** @throws ServiceError request.validation_failed for an administrator whose role would end */
function given({ role, ends_on = null }: RoleGiven): { readonly role: Role; readonly ends_on: string | null } {
  if (role === "admin" && ends_on !== null) {
    const message = "an administrator's role has no last day; choose another role, or no day";
    throw validationError([{ path: "ends_on", code: "not_for_admin", message }]);
  }
  return { role, ends_on };
}

/** The last day is told where there is one, so that events without are written as they always were. */
function lastDay({ ends_on }: Required<RoleGiven>): Readonly<Record<string, string>> {
  return ends_on === null ? {} : { ends_on };
}

/** In words for who asked. A company of others is as unknown as one that does not exist. */
const REFUSALS: Readonly<Record<Exclude<MemberOutcome, "done" | "same">, () => ServiceError>> = {
  unknown: () => new ServiceError("resource.not_found", "The company has no such member."),
  not_admin: () => new ServiceError("resource.not_found", "No company with this id is administered by this account."),
  exists: () =>
    validationError([{ path: "email", code: "member_exists", message: "is a member of the company already" }]),
  last_admin: () =>
    validationError([{ path: "role", code: "last_admin", message: "a company needs an administrator who can log in" }]),
};
