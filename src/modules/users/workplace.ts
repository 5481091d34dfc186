import type { Principal, TenantIdentity } from "../../core/context.ts";
import { isUuid } from "../../core/ids.ts";
import { type Role, scopesOf } from "../../core/roles.ts";
import { selectWorkplaces } from "./store-members.ts";
import type { UserPorts } from "./user-ports.ts";

/** A company that a person works in, live, and what the person's role may do there. */
export interface Workplace {
  readonly tenant: TenantIdentity;
  readonly role: Role;
  readonly principal: Principal;
}

type WorkplacePorts = Pick<UserPorts, "clock" | "system">;

/** The companies that an account works in today, by name, at most 500. */
export async function workplacesOf({ clock, system }: WorkplacePorts, user_id: string): Promise<readonly Workplace[]> {
  const rows = await selectWorkplaces(system, user_id, clock.now());
  return rows.map(({ role, ...tenant }) => ({
    role,
    tenant: { ...tenant, environment: "live" },
    principal: { kind: "person", actor: `user:${user_id}`, credential_id: null, scopes: scopesOf(role) },
  }));
}

/** One of them; null: the account does not work there. */
export async function workplaceOf(
  ports: WorkplacePorts,
  { user_id, tenant_id }: { readonly user_id: string; readonly tenant_id: string },
): Promise<Workplace | null> {
  if (!isUuid(tenant_id)) return null;
  return (await workplacesOf(ports, user_id)).find(({ tenant }) => tenant.id === tenant_id) ?? null;
}
