import { randomBytes } from "node:crypto";
import { type Context, ENVIRONMENTS, type Environment } from "../core/context.ts";
import { ServiceError } from "../core/errors.ts";
import type { Scope } from "../core/scopes.ts";
import {
  actingForClient,
  type ConsultantAdmin,
  consultantKeyResolver,
  createConsultant,
  createGrant,
  findConsultant,
  mintConsultantKey,
} from "../modules/consultants/index.ts";
import type { Service } from "../composition/service.ts";

/** A made-up firm of advisers. */
export const CONSULTANT_NAME = "Klimarådgiverne Nord ApS";

/** What advisers need: to read everything, to draft scenarios, to ask for reports and to attest them. */
const CONSULTANT_SCOPES: readonly Scope[] = [
  "emissions:read",
  "activities:read",
  "reports:read",
  "reports:generate",
  "reports:attest",
  "data_sources:read",
  "quota:read",
  "factors:read",
  "suppliers:read",
  "targets:read",
  "scenarios:read",
  "scenarios:write",
  "tenant:read",
];

export interface ConsultantKeys {
  readonly consultant_live_key: string;
  readonly consultant_sandbox_key: string;
}

/** Makes the firm and its grants to the company in both environments, unless they are there, and mints two keys for it. */
export async function engageConsultant(service: Service, companies: readonly Context[]): Promise<ConsultantKeys> {
  const admin = { ...service.tenantAdmin, randomBytes };
  const consultant_id = await firmId(admin);
  const id = service.newId();
  for (const ctx of companies) await grantOnce(ctx, { id, consultant_id });
  const mint = async (environment: Environment): Promise<string> => {
    const request = { consultant_id, environment, name: "Demo", scopes: CONSULTANT_SCOPES };
    return (await mintConsultantKey(admin, request)).key;
  };
  return { consultant_live_key: await mint("live"), consultant_sandbox_key: await mint("sandbox") };
}

/** The firm's work for the company, with its key, as over HTTP: in the order of ENVIRONMENTS. */
export async function consultantContexts(
  service: Service,
  tenant_id: string,
  keys: ConsultantKeys,
): Promise<ReadonlyMap<Environment, Context>> {
  const resolver = consultantKeyResolver(service.database.system);
  const contexts = new Map<Environment, Context>();
  for (const environment of ENVIRONMENTS) {
    const key = environment === "live" ? keys.consultant_live_key : keys.consultant_sandbox_key;
    const credential = await resolver.find(key);
    if (credential === null) throw new Error("the demo consultant's key is not known");
    const { tenant, principal } = await actingForClient(service.database.system, service.clock, credential, tenant_id);
    contexts.set(environment, service.contextFor(tenant, principal));
  }
  return contexts;
}

async function firmId(admin: ConsultantAdmin): Promise<string> {
  try {
    return (await findConsultant(admin.system, CONSULTANT_NAME)).id;
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === "resource.not_found")) throw error;
    return (await createConsultant(admin, { name: CONSULTANT_NAME })).id;
  }
}

async function grantOnce(ctx: Context, grant: { readonly id: string; readonly consultant_id: string }): Promise<void> {
  try {
    await createGrant(ctx, { ...grant, scopes: CONSULTANT_SCOPES });
  } catch (error) {
    const isHeld = error instanceof ServiceError && error.extras.issues?.some(({ code }) => code === "grant_exists");
    if (isHeld !== true) throw error;
  }
}
