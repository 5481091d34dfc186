import type { SystemQueries, TenantTransaction } from "../../core/context.ts";
import { calendarDay } from "../../core/days.ts";
import type { PlanName } from "../../core/plans.ts";
import type { Role } from "../../core/roles.ts";
import { statement } from "../../core/statement.ts";
import type { Membership, UserRecord } from "./user.ts";

// The function is the only way to change members: see migration 0230.
const CHANGE = statement("select change_member($1, $2, $3, $4, $5, $6, $7, $8, $9) as outcome");

const MEMBERSHIPS = statement(`
  select 'tenant' as kind, t.id, t.name, m.role
  from tenant_members m join company_identities t on t.id = m.tenant_id
  where m.user_id = $1 and t.deactivated_at is null and (m.ends_on is null or m.ends_on >= $2::date)
  union all
  select 'consultant', c.id, c.name, null
  from consultant_members m join consultant_names c on c.id = m.consultant_id
  where m.user_id = $1
  order by 3, 2 limit 500`);

const WORKPLACE = `
  select t.id, t.name, t.country, t.plan, m.role
  from tenant_members m join company_identities t on t.id = m.tenant_id
  where m.user_id = $1 and t.deactivated_at is null and (m.ends_on is null or m.ends_on >= $2::date)`;

const WORKPLACES = statement(`${WORKPLACE} order by t.name, t.id limit 500`);
const ONE_WORKPLACE = statement(`${WORKPLACE} and m.tenant_id = $3`);

const ADD_CONSULTANT = statement(`
  insert into consultant_members (consultant_id, user_id, created_by) values ($1, $2, $3)
  on conflict (consultant_id, user_id) do nothing`);

const REMOVE_CONSULTANT = statement(`
  delete from consultant_members where consultant_id = $1 and user_id = $2 returning user_id`);

const MEMBERS = statement(`
  select u.id, u.email, u.name, u.language, u.password_hash is not null as has_password,
    u.totp_confirmed_at is not null as has_totp, u.created_at, u.last_login_at, u.disabled_at, m.role, m.ends_on::text,
    coalesce(u.last_login_at >= m.created_at, false) as has_come
  from tenant_members m join users u on u.id = m.user_id
  where m.tenant_id = $1
  order by u.email, u.id limit 500`);

export type MemberChange =
  | { readonly kind: "add" | "set" | "change"; readonly role: Role; readonly ends_on: string | null }
  | { readonly kind: "remove" };

export type MemberOutcome = "done" | "same" | "unknown" | "exists" | "not_admin" | "last_admin";

/** Changes who belongs to the company of the transaction, which holds the lock of its live audit chain. */
export async function changeMember(
  tx: TenantTransaction,
  change: {
    readonly user_id: string;
    readonly wanted: MemberChange;
    readonly by_id: string | null;
    readonly actor: string;
    readonly now: Date;
  },
): Promise<MemberOutcome> {
  const { user_id, wanted, by_id, actor, now } = change;
  const { role, ends_on } = wanted.kind === "remove" ? { role: null, ends_on: null } : wanted;
  const values = [user_id, wanted.kind, role, ends_on, by_id, actor, now.toISOString()];
  const [row] = await tx.rows<{ outcome: MemberOutcome }>(CHANGE, values);
  if (row === undefined) throw new Error("the change of a member has no outcome");
  return row.outcome;
}

/** Companies and consultant organisations of an account on a day, by name, at most 500: a role holds until the end of its last day, UTC. */
export async function selectMemberships(system: SystemQueries, user_id: string, now: Date): Promise<Membership[]> {
  return await system.rows<Membership>(MEMBERSHIPS, [user_id, calendarDay(now)]);
}

/** A company with the role that an account has there. */
export interface WorkplaceRow {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly plan: PlanName;
  readonly role: Role;
}

/** Companies of an account on a day, by name, at most 500. */
export async function selectWorkplaces(system: SystemQueries, user_id: string, now: Date): Promise<WorkplaceRow[]> {
  return await system.rows<WorkplaceRow>(WORKPLACES, [user_id, calendarDay(now)]);
}

/** One of them; null: the account does not work there on this day. */
export async function selectWorkplace(
  system: SystemQueries,
  { user_id, tenant_id }: { readonly user_id: string; readonly tenant_id: string },
  now: Date,
): Promise<WorkplaceRow | null> {
  const [row] = await system.rows<WorkplaceRow>(ONE_WORKPLACE, [user_id, calendarDay(now), tenant_id]);
  return row ?? null;
}

export async function addConsultantMember(
  system: SystemQueries,
  consultant_id: string,
  user_id: string,
  created_by: string,
): Promise<void> {
  await system.rows(ADD_CONSULTANT, [consultant_id, user_id, created_by]);
}

/** False when the account did not work for it. */
export async function removeConsultantMember(
  system: SystemQueries,
  consultant_id: string,
  user_id: string,
): Promise<boolean> {
  return (await system.rows(REMOVE_CONSULTANT, [consultant_id, user_id])).length > 0;
}

/** An account in one company. */
export interface MemberRecord extends UserRecord {
  readonly role: Role;
  /** Last day (UTC) of the role; null: it does not end by itself. */
  readonly ends_on: string | null;
  /** Whether the person has logged in since becoming a member. */
  readonly has_come: boolean;
}

/** Members of a company, by address, at most 500. */
export async function selectMembers(system: SystemQueries, tenant_id: string): Promise<MemberRecord[]> {
  return await system.rows<MemberRecord>(MEMBERS, [tenant_id]);
}
