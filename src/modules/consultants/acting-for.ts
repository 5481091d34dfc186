import type { Clock, Principal, SystemDb, TenantIdentity } from "../../core/context.ts";
import { ServiceError } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import { isScope } from "../../core/scopes.ts";
import { selectActiveGrant } from "./store-grants.ts";

/** Whom a credential acts for, and as whom. */
export interface Acting {
  readonly tenant: TenantIdentity;
  readonly principal: Principal;
}

/**
 * The client that a consultant key asks for in X-Svc-Tenant, with the scopes that key and grant have in common. The grant
 * is read anew for every request: one that was ended is ended everywhere.
 * @throws ServiceError third_party.tenant_header_missing; third_party.no_active_grant, the same for a company that does
 * not exist, one that gave no grant and one whose grant has ended.
 */
export async function actingForClient(
  system: SystemDb,
  clock: Clock,
  credential: { readonly principal: Principal; readonly tenant: Pick<TenantIdentity, "environment"> },
  requestedTenant: string | undefined,
): Promise<Acting> {
  const { principal, tenant: ownTenant } = credential;
  const { consultant } = principal;
  if (consultant === undefined) throw new Error("only a consultant key acts for a client");
  const id = requestedTenant?.trim().toLowerCase() ?? "";
  if (id === "") {
    throw new ServiceError(
      "third_party.tenant_header_missing",
      "A consultant key names its client: send the header X-Svc-Tenant with the company's id. GET /api/v1/grants lists them.",
    );
  }
  const { environment } = ownTenant;
  const place = { tenant_id: id, environment, consultant_id: consultant.id };
  const grant = isUuid(id) ? await selectActiveGrant(system, place, clock.now().toISOString()) : undefined;
  if (grant === undefined) {
    throw new ServiceError(
      "third_party.no_active_grant",
      "No active grant lets this key act for the company named in X-Svc-Tenant.",
    );
  }
  const scopes = grant.scopes.filter(isScope).filter((scope) => principal.scopes.has(scope));
  return {
    tenant: { id, name: grant.tenant_name, country: grant.country, plan: grant.plan, environment },
    principal: { ...principal, scopes: new Set(scopes), consultant: { ...consultant, grant_id: grant.id } },
  };
}
