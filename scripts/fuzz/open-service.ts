import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, createApp } from "../../src/app.ts";
import type { Context, Environment } from "../../src/core/context.ts";
import { type Scope, SCOPES } from "../../src/core/scopes.ts";
import { statement } from "../../src/core/statement.ts";
import { loadDemoDocuments } from "../../src/demo/load-demo.ts";
import { mintApiKey } from "../../src/modules/api-keys/index.ts";
import { revokeKey } from "../../src/modules/api-keys/revoke-api-key.ts";
import { createTenant } from "../../src/modules/tenants/index.ts";
import { readConfig } from "../../src/platform/config.ts";
import { createLog } from "../../src/platform/log.ts";
import type { FuzzTarget } from "./fuzz-request.ts";
import { openTarget, SPARE_KEY } from "./open-target.ts";

export interface FuzzService {
  readonly target: FuzzTarget;
  close(): Promise<void>;
}

/** Requests of 100,000 spread over so many keys that few of them meet a limit: 600 reads and 60 writes a minute each. */
const LIVE_KEYS = 400;
const SANDBOX_KEYS = 60;
const FEW = 10;

/** The whole service with its own database in a directory of its own, two companies with real documents, many keys. */
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
    return { target: await fill(app, `http://127.0.0.1:${port}`, `http://127.0.0.1:${sandboxPort}`), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function fill(app: App, main: string, sandbox: string): Promise<FuzzTarget> {
  const own = await company(app, "Nordhavn Møbler ApS", "enterprise");
  const other = await company(app, "Sydhavn Stole ApS", "enterprise");
  const starter = await company(app, "Lille ApS", "starter");
  for (const ctx of [own.live, own.sandbox, other.live]) await loadDemoDocuments(ctx);
  await app.untilIdle();
  const live = await keys(own.live, LIVE_KEYS);
  const foreign = await keys(other.live, 1);
  await Promise.all([keys(own.live, FEW, { name: SPARE_KEY }), keys(other.live, FEW, { name: SPARE_KEY })]);
  for (const key of [live[0], foreign[0]]) await addRecords(main, key ?? "");
  return await openTarget({
    main,
    sandbox,
    errors_url: app.service.config.errors_url,
    keys: {
      live,
      sandbox: await keys(own.sandbox, SANDBOX_KEYS),
      poor: await keys(own.live, FEW, { scopes: ["quota:read"] }),
      starter: await keys(starter.live, FEW),
      refused: await refusedKeys(own.live),
    },
    foreign_key: foreign[0] ?? "",
    own_uploads: await uploads(own.live),
    foreign_uploads: await uploads(other.live),
  });
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

interface KeyWish {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly ip_allowlist?: string[];
}

async function keys(ctx: Context, count: number, wish: KeyWish = {}): Promise<string[]> {
  const made: string[] = [];
  for (let index = 0; index < count; index += 1) made.push((await mint(ctx, wish)).key);
  return made;
}

async function mint(ctx: Context, wish: KeyWish): Promise<{ readonly id: string; readonly key: string }> {
  return await ctx.db.transaction((tx) => mintApiKey(ctx, tx, { name: "fuzz", scopes: SCOPES, ...wish }));
}

async function refusedKeys(ctx: Context): Promise<string[]> {
  const revoked = await mint(ctx, {});
  await revokeKey(ctx, revoked.id);
  const elsewhere = await mint(ctx, { ip_allowlist: ["203.0.113.0/24"] });
  return [revoked.key, elsewhere.key, `qk_live_${"0".repeat(64)}`, "x"];
}

/** Records that documents do not make. */
async function addRecords(main: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const bodies = {
    departments: { name: "Snedkeri" },
    "category-rules": { category_key: "purchases.services.it_services", gl_account: "7100" },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const answer = await fetch(`${main}/api/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} is ${answer.status}: ${await answer.text()}`);
  }
}

const selectUploads = statement(`
  select id from upload_batches where tenant_id = $1 and environment = $2 order by created_at, id limit 20`);

async function uploads(ctx: Context): Promise<string[]> {
  return (await ctx.db.rows<{ id: string }>(selectUploads)).map((row) => row.id);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
