import type { Principal, TenantIdentity } from "../../core/context.ts";
import { isUuid } from "../../core/ids.ts";
import type { Scope } from "../../core/scopes.ts";
import { selectWorkplaces } from "./store-members.ts";
import type { TenantRole } from "./user.ts";
import type { UserPorts } from "./user-ports.ts";

/** A company that a person works in, live, and what the person's role may do on its pages. */
export interface Workplace {
  readonly tenant: TenantIdentity;
  readonly role: TenantRole;
  readonly principal: Principal;
}

const BOOKKEEPING: readonly Scope[] = ["activities:bulk", "activities:read", "emissions:read", "quota:read"];

/** What a role may do on pages about a company's documents; managing people and assistants is the administrator's alone. */
const ROLE_SCOPES: Readonly<Record<TenantRole, readonly Scope[]>> = { admin: BOOKKEEPING, member: BOOKKEEPING };

/** The companies that an account works in, by name, at most 500. */
export async function workplacesOf(
  { system }: Pick<UserPorts, "system">,
  user_id: string,
): Promise<readonly Workplace[]> {
  const rows = await selectWorkplaces(system, user_id);
  return rows.map(({ role, ...tenant }) => ({
    role,
    tenant: { ...tenant, environment: "live" },
    principal: { kind: "person", actor: `user:${user_id}`, credential_id: null, scopes: new Set(ROLE_SCOPES[role]) },
  }));
}

/** One of them; null: the account does not work there. */
export async function workplaceOf(
  ports: Pick<UserPorts, "system">,
  { user_id, tenant_id }: { readonly user_id: string; readonly tenant_id: string },
): Promise<Workplace | null> {
  if (!isUuid(tenant_id)) return null;
  return (await workplacesOf(ports, user_id)).find(({ tenant }) => tenant.id === tenant_id) ?? null;
}
