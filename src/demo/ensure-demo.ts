import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Context, ENVIRONMENTS, type Environment } from "../core/context.ts";
import { ServiceError } from "../core/errors.ts";
import { SCOPES } from "../core/scopes.ts";
import { mintApiKey } from "../modules/api-keys/index.ts";
import { createTenant, findTenant, listTenants, type TenantRecord } from "../modules/tenants/index.ts";
import { decrypt, derivedKey, encrypt } from "../platform/crypto.ts";
import { installationKey, type Service } from "../service.ts";
import { loadDemoDocuments } from "./load-demo.ts";
import { loadPcfRecords } from "./pcf.ts";
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
  /** True when this call created or completed the company; its documents are then in the queue. */
  readonly created: boolean;
}

const storedKeys = z.object({ live_key: z.string(), sandbox_key: z.string() });
type DemoKeys = z.output<typeof storedKeys>;

/** For a start: the demo company when it exists, or when there is no company at all; null for anybody else's database. */
export async function ensureDemoAtStart(service: Service): Promise<Demo | null> {
  const [tenant] = await listTenants(service.database.system);
  if (tenant !== undefined && (await findDemo(service)) === undefined) return null;
  return await ensureDemo(service, { newKeys: false });
}

/**
 * The demo company, with its documents handed in when it is new. Its two keys are the same at every start, so that what a
 * person copied keeps working: they lie encrypted beside the data, unlike every other key, which is only kept as a hash.
 * The keys are written last: a company without them was left half made by a start that was cut off, and is completed.
 */
export async function ensureDemo(service: Service, options: { newKeys: boolean }): Promise<Demo> {
  const found = await findDemo(service);
  const tenant =
    found ?? (await createTenant(service.tenantAdmin, { name: DEMO_BUYER.name, country: "DK", plan: "enterprise" }));
  const kept = found === undefined ? null : await readKeys(service, tenant.id);
  if (kept === null) await fill(service, tenant);
  const keys = kept === null || options.newKeys ? await newKeys(service, tenant) : kept;
  return { tenant_id: tenant.id, tenant_name: tenant.name, ...keys, created: kept === null };
}

/** What is made from the company's figures, once its documents are read. */
export async function finishDemo(service: Service, { tenant_id }: Demo): Promise<void> {
  for (const environment of ENVIRONMENTS) {
    await loadReports(await service.operatorContext(tenant_id, environment, "operator:demo"));
  }
}

/** Safe to repeat. */
async function fill(service: Service, tenant: TenantRecord): Promise<void> {
  for (const environment of ENVIRONMENTS) {
    const ctx = await contextOf(service, tenant, environment);
    await loadDemoDocuments(ctx);
    await loadTargets(ctx);
    await loadWebhooks(ctx);
    await loadScenarios(ctx);
    await loadSuppliers(ctx);
    await loadPcfRecords(ctx);
  }
}

async function findDemo(service: Service): Promise<TenantRecord | undefined> {
  try {
    return await findTenant(service.database.system, DEMO_BUYER.name);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "resource.not_found") return undefined;
    throw error;
  }
}

async function contextOf(service: Service, tenant: TenantRecord, environment: Environment): Promise<Context> {
  return await service.operatorContext(tenant.id, environment, "operator:demo");
}

async function newKeys(service: Service, tenant: TenantRecord): Promise<DemoKeys> {
  const mint = async (environment: Environment): Promise<string> => {
    const ctx = await contextOf(service, tenant, environment);
    const key = await ctx.db.transaction((tx) => mintApiKey(ctx, tx, { name: "Demo", scopes: SCOPES }));
    return key.key;
  };
  const keys = { live_key: await mint("live"), sandbox_key: await mint("sandbox") };
  await mkdir(join(service.config.data_dir, "keys"), { recursive: true, mode: 0o700 });
  const sealed = encrypt(await sealingKey(service), Buffer.from(JSON.stringify(keys)), tenant.id);
  await writeFile(keysPath(service), sealed, { mode: 0o600 });
  return keys;
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
