import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Context, ENVIRONMENTS, type Environment } from "../core/context.ts";
import { ServiceError } from "../core/errors.ts";
import { SCOPES } from "../core/scopes.ts";
import { mintApiKey } from "../modules/api-keys/index.ts";
import { createTenant, findTenant, listTenants, type TenantRecord } from "../modules/tenants/index.ts";
import { decrypt, derivedKey, encrypt, installationKey } from "../platform/crypto.ts";
import type { Service } from "../composition/service.ts";
import { loadCategoryRules } from "./category-rules.ts";
import { consultantContexts, CONSULTANT_NAME, type ConsultantKeys, engageConsultant } from "./consultant.ts";
import { loadAttestation, loadProposals } from "./consultant-work.ts";
import { loadDepartments } from "./departments.ts";
import { loadDemoDocuments } from "./load-demo.ts";
import { loadEsrsInputs } from "./esrs-inputs.ts";
import { type DemoLogin, ensureDemoLogin } from "./login.ts";
import { loadPcfRecords } from "./pcf.ts";
import { loadReportInputs } from "./report-inputs.ts";
import { loadReports } from "./reports.ts";
import { loadSuppliers } from "./suppliers.ts";
import { loadScenarios } from "./scenarios.ts";
import { loadTargets } from "./targets.ts";
import { loadWebhooks } from "./webhooks.ts";
import { DEMO_BUYER } from "./ubl.ts";

export interface Demo {
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly live_key: string;
  readonly sandbox_key: string;
  /** The firm that works for the company by a grant; its keys need X-Svc-Tenant with the company's id. */
  readonly consultant_name: string;
  readonly consultant_live_key: string;
  readonly consultant_sandbox_key: string;
  /** The company's administrator. */
  readonly login: DemoLogin;
  /** True when this call created or completed the company. */
  readonly created: boolean;
}

/** The background work, as far as making the company needs it. */
export interface DemoWork {
  /** Called once, before the documents are handed in. */
  readonly onFill: () => void;
  /** Resolves when no document and no report waits. */
  readonly untilIdle: () => Promise<void>;
}

const storedKeys = z.object({
  live_key: z.string(),
  sandbox_key: z.string(),
  consultant_live_key: z.string(),
  consultant_sandbox_key: z.string(),
  login_password: z.string().optional(),
});
type DemoKeys = z.output<typeof storedKeys>;

/** For a start: the demo company when it exists, or when there is no company at all; null for anybody else's database. */
export async function ensureDemoAtStart(service: Service, work: DemoWork): Promise<Demo | null> {
  const [tenant] = await listTenants(service.database.system);
  if (tenant !== undefined && (await findDemo(service)) === undefined) return null;
  return await ensureDemo(service, work, { newKeys: false });
}

/**
 * The demo company, made and read when it is new. Its keys are the same at every start, so that what a person copied keeps
 * working: they lie encrypted beside the data, unlike every other key, which is only kept as a hash. The keys are written
 * last: a company without them was left half made by a start that was cut off, and is completed.
 */
export async function ensureDemo(service: Service, work: DemoWork, options: { newKeys: boolean }): Promise<Demo> {
  const demo = await findDemo(service);
  const tenant =
    demo ?? (await createTenant(service.tenantAdmin, { name: DEMO_BUYER.name, country: "DK", plan: "enterprise" }));
  const kept = demo === undefined ? null : await readKeys(service, tenant.id);
  const keys = kept === null || options.newKeys ? await newKeys(service, tenant) : kept;
  if (kept === null) await fill(service, tenant, keys, work);
  const { to_keep, ...login } = await ensureDemoLogin(service, tenant.id, keys.login_password);
  if (keys !== kept || keys.login_password !== to_keep) {
    await keepKeys(service, tenant, { ...keys, login_password: to_keep });
  }
  const consultant_name = CONSULTANT_NAME;
  const { login_password: _kept, ...shown } = keys;
  return { tenant_id: tenant.id, tenant_name: tenant.name, consultant_name, ...shown, login, created: kept === null };
}

/** Safe to repeat. Departments, rules and footprints come before the documents, which are read with them. */
async function fill(service: Service, tenant: TenantRecord, keys: DemoKeys, work: DemoWork): Promise<void> {
  work.onFill();
  const companies = await contextsOf(service, tenant);
  for (const ctx of companies) {
    await loadDepartments(ctx);
    await loadCategoryRules(ctx);
    await loadPcfRecords(ctx);
    await loadDemoDocuments(ctx);
    await loadTargets(ctx);
    await loadWebhooks(ctx);
    await loadScenarios(ctx);
    await loadSuppliers(ctx);
    await loadReportInputs(ctx);
    await loadEsrsInputs(ctx);
  }
  await work.untilIdle();
  const consultants = await consultantContexts(service, tenant.id, keys);
  const pairs = companies.flatMap((company) => {
    const consultant = consultants.get(company.tenant.environment);
    return consultant === undefined ? [] : [{ company, consultant }];
  });
  for (const { company, consultant } of pairs) await loadProposals(company, consultant);
  // Reports come last: what is planned and answered is in them.
  for (const company of companies) await loadReports(company);
  await work.untilIdle();
  for (const { consultant } of pairs) await loadAttestation(consultant);
}

async function findDemo(service: Service): Promise<TenantRecord | undefined> {
  try {
    return await findTenant(service.database.system, DEMO_BUYER.name);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "resource.not_found") return undefined;
    throw error;
  }
}

async function contextsOf(service: Service, tenant: TenantRecord): Promise<Context[]> {
  const contexts: Context[] = [];
  for (const environment of ENVIRONMENTS) {
    contexts.push(await service.operatorContext(tenant.id, environment, "operator:demo"));
  }
  return contexts;
}

async function newKeys(service: Service, tenant: TenantRecord): Promise<DemoKeys> {
  const companies = await contextsOf(service, tenant);
  const mint = async (environment: Environment): Promise<string> => {
    const ctx = companies.find((company) => company.tenant.environment === environment);
    if (ctx === undefined) throw new Error(`the demo company has no ${environment} environment`);
    const key = await ctx.db.transaction((tx) => mintApiKey(ctx, tx, { name: "Demo", scopes: SCOPES }));
    return key.key;
  };
  const consultant: ConsultantKeys = await engageConsultant(service, companies);
  return { live_key: await mint("live"), sandbox_key: await mint("sandbox"), ...consultant };
}

async function keepKeys(service: Service, tenant: TenantRecord, keys: DemoKeys): Promise<void> {
  await mkdir(join(service.config.data_dir, "keys"), { recursive: true, mode: 0o700 });
  const sealed = encrypt(await sealingKey(service), Buffer.from(JSON.stringify(keys)), tenant.id);
  await writeFile(keysPath(service), sealed, { mode: 0o600 });
}

/** The keys of an earlier start; null when there are none for this company, or they were sealed under another secret. */
async function readKeys(service: Service, tenantId: string): Promise<DemoKeys | null> {
  try {
    const plain = decrypt(await sealingKey(service), await readFile(keysPath(service)), tenantId);
    return storedKeys.parse(JSON.parse(plain.toString("utf8")));
  } catch {
    return null;
  }
}

async function sealingKey(service: Service): Promise<Buffer> {
  return derivedKey(await installationKey(service.config), "demo keys");
}

function keysPath(service: Service): string {
  return join(service.config.data_dir, "keys", "demo");
}
