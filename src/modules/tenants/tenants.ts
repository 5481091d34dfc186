import { z } from "zod";
import type { Clock, Environment, NewId, Principal, SystemDb, TenantDb } from "../../core/context.ts";
import { ENVIRONMENTS } from "../../core/context.ts";
import { ServiceError, validationError } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import { PLAN_NAMES, type PlanName } from "../../core/plans.ts";
import { appendAudit } from "../audit/index.ts";
import {
  insertTenant,
  selectTenant,
  selectTenants,
  selectTenantsByName,
  type TenantRecord,
  updatePlan,
} from "./store.ts";

/** What an operator's command needs: there is no tenant yet, so no Context. */
export interface TenantAdmin {
  readonly system: SystemDb;
  readonly tenantDb: (id: string, environment: Environment) => TenantDb;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly principal: Principal;
}

const newTenant = z.object({
  name: z.string().trim().min(1).max(200),
  country: z.string().regex(/^[A-Z]{2}$/, "must be two capital letters (ISO 3166-1 alpha-2), e.g. DK"),
  plan: z.enum(PLAN_NAMES),
});

const LIST_MAX = 1000;

/** Creates a company and writes the first audit row of both its environments. @throws request.validation_failed */
export async function createTenant(
  admin: TenantAdmin,
  request: { readonly name: string; readonly country: string; readonly plan: PlanName },
): Promise<TenantRecord> {
  const parsed = newTenant.safeParse(request);
  if (!parsed.success) {
    throw validationError(
      parsed.error.issues.map((issue) => ({
        path: issue.path.map(String).join("."),
        code: issue.code,
        message: issue.message,
      })),
    );
  }
  const tenant = await insertTenant(admin.system, { id: admin.newId(), ...parsed.data });
  await audit(admin, tenant, "tenant.created", { country: tenant.country, plan: tenant.plan });
  return tenant;
}

/** Changes the plan; requests see it at once, in every process. @throws resource.not_found */
export async function setPlan(admin: TenantAdmin, id: string, plan: PlanName): Promise<TenantRecord> {
  const before = isUuid(id) ? await selectTenant(admin.system, id) : undefined;
  if (before === undefined) throw unknownTenant();
  if (before.plan === plan) return before;
  const tenant = await updatePlan(admin.system, id, plan);
  if (tenant === undefined) throw unknownTenant();
  await audit(admin, tenant, "tenant.plan_changed", { before: before.plan, after: plan });
  return tenant;
}

/** A company by id or by exact name. @throws resource.not_found; request.validation_failed when the name is shared */
export async function findTenant(system: SystemDb, id_or_name: string): Promise<TenantRecord> {
  const byId = isUuid(id_or_name) ? await selectTenant(system, id_or_name) : undefined;
  if (byId !== undefined) return byId;
  const [found, other] = await selectTenantsByName(system, id_or_name);
  if (found === undefined) throw unknownTenant();
  if (other === undefined) return found;
  throw validationError([
    { path: "tenant", code: "ambiguous", message: "several companies have this name; use the id" },
  ]);
}

/** The newest companies, at most 1,000. */
export async function listTenants(system: SystemDb): Promise<TenantRecord[]> {
  return await selectTenants(system, LIST_MAX);
}

function unknownTenant(): ServiceError {
  return new ServiceError("resource.not_found", "No company has this id or name.");
}

async function audit(
  admin: TenantAdmin,
  tenant: TenantRecord,
  action: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { id, name, country, plan } = tenant;
  for (const environment of ENVIRONMENTS) {
    const identity = { id, name, country, plan, environment };
    const ctx = { clock: admin.clock, principal: admin.principal, tenant: identity };
    await admin.tenantDb(id, environment).transaction((tx) => appendAudit(ctx, tx, [{ action, subject: id, payload }]));
  }
}
