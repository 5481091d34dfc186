import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, createApp } from "../../src/composition/app.ts";
import type { Context, Environment } from "../../src/core/context.ts";
import { type Scope, SCOPES } from "../../src/core/scopes.ts";
import { loadDemoDocuments } from "../../src/demo/load-demo.ts";
import { mintApiKey } from "../../src/modules/api-keys/index.ts";
import { createConsultant, createGrant, mintConsultantKey } from "../../src/modules/consultants/index.ts";
import { revokeKey } from "../../src/modules/api-keys/revoke-api-key.ts";
import { createTenant } from "../../src/modules/tenants/index.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { freePort } from "../../src/platform/db/embedded/free-port.ts";
import { createLog } from "../../src/platform/log.ts";
import type { FuzzTarget } from "./fuzz-request.ts";
import { openContract, readRecords } from "./open-target.ts";
import { RecordPools } from "./record-pools.ts";

export interface FuzzService {
  /** Two companies with all features, a consultant and a company of the smallest plan, as often as their turn comes. */
  readonly targets: readonly FuzzTarget[];
  close(): Promise<void>;
}

/** Keys that requests are sent with: 600 reads and 60 writes a minute each, fewer than the 100 a company may have. */
const LIVE_KEYS = 50;
const CONSULTANT_KEYS = 50;
const SANDBOX_KEYS = 40;
const FEW = 10;

/** The whole service with its own database in a directory of its own, three companies with real documents, many keys. */
export async function openFuzzService(): Promise<FuzzService> {
  const directory = mkdtempSync(join(tmpdir(), "carbon-ledger-fuzz-"));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const config = readConfig({
    DATA_DIR: directory,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DEMO: "off",
    IP_RATE_LIMIT: "1000000",
    LOG_LEVEL: "error",
  });
  const app = await createApp(config, createLog(config.log_level));
  const close = async (): Promise<void> => {
    await app.close();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await app.listen();
    return { targets: await fill(app, `http://127.0.0.1:${port}`, `http://127.0.0.1:${sandboxPort}`), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function fill(app: App, main: string, sandbox: string): Promise<FuzzTarget[]> {
  const own = await company(app, "Nordhavn Møbler ApS", "enterprise");
  const other = await company(app, "Sydhavn Stole ApS", "enterprise");
  const starter = await company(app, "Lille ApS", "starter");
  for (const ctx of [own.live, own.sandbox, other.live]) await loadDemoDocuments(ctx);
  await app.untilIdle();
  const shared = {
    main,
    sandbox,
    errors_url: app.service.config.errors_url,
    headers: {},
    caller: "tenant",
    has_rest: true,
  } as const;
  const beside = {
    sandbox: await keys(own.sandbox, SANDBOX_KEYS),
    poor: await keys(own.live, FEW, { scopes: ["quota:read"] }),
    starter: await keys(starter.live, FEW),
    refused: await refusedKeys(own.live),
  };
  const live = { own: await keys(own.live, LIVE_KEYS), other: await keys(other.live, LIVE_KEYS) };
  const records = { own: new RecordPools(), other: new RecordPools(), starter: new RecordPools() };
  await readRecords(records.own, main, live.own[0] ?? "");
  await readRecords(records.other, main, live.other[0] ?? "");
  const contract = await openContract(main, live.own[0] ?? "");
  const first: FuzzTarget = {
    ...shared,
    contract,
    name: "company 1, enterprise",
    keys: { ...beside, live: live.own },
    records: records.own,
    foreign_records: records.other,
  };
  const second: FuzzTarget = {
    ...first,
    name: "company 2, enterprise",
    keys: { ...beside, sandbox: [], live: live.other },
    records: records.other,
    foreign_records: records.own,
  };
  const consultant: FuzzTarget = {
    ...first,
    name: "consultant for company 1",
    caller: "consultant",
    headers: { "x-svc-tenant": own.live.tenant.id },
    keys: { ...beside, sandbox: [], live: await consultantKeys(app, own.live) },
  };
  const third: FuzzTarget = {
    ...second,
    name: "company 3, starter",
    has_rest: false,
    keys: { ...second.keys, live: beside.starter },
    records: records.starter,
  };
  return [first, second, consultant, first, second, consultant, first, second, consultant, third];
}

/** Keys of a consultant with a grant for everything of the company. */
async function consultantKeys({ service }: App, client: Context): Promise<string[]> {
  const { system, clock, newId, principal } = service.tenantAdmin;
  const admin = { system, clock, newId, principal, randomBytes };
  const { id: consultant_id } = await createConsultant(admin, { name: "Klimarådgiverne ApS" });
  await createGrant(client, { id: newId(), consultant_id, scopes: SCOPES });
  const made: string[] = [];
  for (let index = 0; index < CONSULTANT_KEYS; index += 1) {
    const wanted = { consultant_id, name: "fuzz", scopes: SCOPES, environment: "live" } as const;
    made.push((await mintConsultantKey(admin, wanted)).key);
  }
  return made;
}

interface Company {
  readonly live: Context;
  readonly sandbox: Context;
}

async function company({ service }: App, name: string, plan: "starter" | "enterprise"): Promise<Company> {
  const tenant = await createTenant(service.tenantAdmin, { name, country: "DK", plan });
  const context = (environment: Environment) => service.operatorContext(tenant.id, environment, "operator:fuzz");
  return { live: await context("live"), sandbox: await context("sandbox") };
}

interface KeyOptions {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly ip_allowlist?: string[];
}

async function keys(ctx: Context, count: number, options: KeyOptions = {}): Promise<string[]> {
  const made: string[] = [];
  for (let index = 0; index < count; index += 1) made.push((await mint(ctx, options)).key);
  return made;
}

async function mint(ctx: Context, options: KeyOptions): Promise<{ readonly id: string; readonly key: string }> {
  return await ctx.db.transaction((tx) => mintApiKey(ctx, tx, { name: "fuzz", scopes: SCOPES, ...options }));
}

async function refusedKeys(ctx: Context): Promise<string[]> {
  const revoked = await mint(ctx, {});
  await revokeKey(ctx, revoked.id);
  const elsewhere = await mint(ctx, { ip_allowlist: ["203.0.113.0/24"] });
  return [revoked.key, elsewhere.key, `qk_live_${"0".repeat(64)}`, "x"];
}
