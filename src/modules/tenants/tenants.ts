import { z } from "zod";
import type { Clock, Environment, NewId, Principal, SystemDb, TenantDb } from "../../core/context.ts";
import { ENVIRONMENTS } from "../../core/context.ts";
import { ServiceError, validationError } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import { parseInput } from "../../core/input.ts";
import { PLAN_NAMES, type PlanName } from "../../core/plans.ts";
import { lineInput } from "../../core/visible-text.ts";
import { appendAudit } from "../audit/index.ts";
import {
  insertTenant,
  selectTenant,
  selectTenants,
  selectTenantsByName,
  selectTenantsLikeName,
  type TenantRecord,
  updateName,
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

const tenantName = lineInput(200);

const newTenant = z.object({
  name: tenantName,
  country: z.string().regex(/^[A-Z]{2}$/, "must be two capital letters (ISO 3166-1 alpha-2), e.g. DK"),
  plan: z.enum(PLAN_NAMES),
});

const LIST_MAX = 1000;
/** Companies of one name that a refusal or a warning lists. */
const NAMESAKES_MAX = 20;

/** Creates a company and writes the first audit row of both its environments. @throws request.validation_failed */
export async function createTenant(
  admin: TenantAdmin,
  request: { readonly name: string; readonly country: string; readonly plan: PlanName },
): Promise<TenantRecord> {
  const wanted = parseInput(newTenant, request);
  const tenant = await insertTenant(admin.system, { id: admin.newId(), ...wanted });
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

/** Changes the name, which need not be unique. @throws resource.not_found, request.validation_failed */
export async function renameTenant(admin: TenantAdmin, id: string, name: string): Promise<TenantRecord> {
  const wanted = parseInput(z.object({ name: tenantName }), { name });
  const before = isUuid(id) ? await selectTenant(admin.system, id) : undefined;
  if (before === undefined) throw unknownTenant();
  if (before.name === wanted.name) return before;
  const tenant = await updateName(admin.system, id, wanted.name);
  if (tenant === undefined) throw unknownTenant();
  await audit(admin, tenant, "tenant.renamed", { before: before.name, after: tenant.name });
  return tenant;
}

/** Other companies of the same name, in any case, newest first, at most 20. */
export async function namesakes(system: SystemDb, tenant: Pick<TenantRecord, "id" | "name">): Promise<TenantRecord[]> {
  const tenants = await selectTenantsLikeName(system, tenant.name, NAMESAKES_MAX + 1);
  return tenants.filter(({ id }) => id !== tenant.id).slice(0, NAMESAKES_MAX);
}

/** A company by id or by exact name. @throws resource.not_found, also when it was erased; otherwise as findAnyTenant */
export async function findTenant(system: SystemDb, id_or_name: string): Promise<TenantRecord> {
  const tenant = await findAnyTenant(system, id_or_name);
  if (tenant.erased_at === null) return tenant;
  throw new ServiceError("resource.not_found", `This company was erased at ${tenant.erased_at}.`);
}

/**
 * A company by id or by exact name, erased ones included: their log can still be verified.
 * @throws resource.not_found; request.validation_failed when the name is shared
 */
export async function findAnyTenant(system: SystemDb, id_or_name: string): Promise<TenantRecord> {
  const byId = isUuid(id_or_name) ? await selectTenant(system, id_or_name) : undefined;
  if (byId !== undefined) return byId;
  const [tenant, ...others] = await selectTenantsByName(system, id_or_name, NAMESAKES_MAX);
  if (tenant === undefined) throw unknownTenant();
  if (others.length === 0) return tenant;
  const candidates = [tenant, ...others].map(
    ({ id, plan, created_at }) => `${id} (${plan}, ${created_at.slice(0, 10)})`,
  );
  const message = `several companies have this name; use the id of one: ${candidates.join(", ")}`;
  throw validationError([{ path: "tenant", code: "ambiguous", message }]);
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
