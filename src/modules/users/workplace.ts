import type { Principal, TenantIdentity } from "../../core/context.ts";
import { isUuid } from "../../core/ids.ts";
import { type Role, scopesOf } from "../../core/roles.ts";
import { selectWorkplace, selectWorkplaces, type WorkplaceRow } from "./store-members.ts";
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
  return rows.map((row) => asWorkplace(row, user_id));
}

/** One of them; null: the account does not work there. */
export async function workplaceOf(
  { clock, system }: WorkplacePorts,
  asked: { readonly user_id: string; readonly tenant_id: string },
): Promise<Workplace | null> {
  if (!isUuid(asked.tenant_id)) return null;
  const row = await selectWorkplace(system, asked, clock.now());
  return row === null ? null : asWorkplace(row, asked.user_id);
}

function asWorkplace({ role, ...tenant }: WorkplaceRow, user_id: string): Workplace {
  return {
    role,
    tenant: { ...tenant, environment: "live" },
    principal: { kind: "person", actor: `user:${user_id}`, credential_id: null, scopes: scopesOf(role) },
  };
}
