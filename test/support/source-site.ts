import type { Context, TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import { statement } from "../../src/core/statement.ts";
import { createDataSource } from "../../src/modules/data-sources/create-data-source.ts";
import type { DataSourceDetails } from "../../src/modules/data-sources/data-source.ts";
import { deleteDataSource } from "../../src/modules/data-sources/delete-data-source.ts";
import { getDataSource } from "../../src/modules/data-sources/get-data-source.ts";
import { syncDataSource } from "../../src/modules/data-sources/sync-data-source.ts";
import { testDataSource } from "../../src/modules/data-sources/test-data-source.ts";
import { updateDataSource } from "../../src/modules/data-sources/update-data-source.ts";
import { findTenant } from "../../src/modules/tenants/index.ts";
import { openMetrics } from "../../src/platform/telemetry/metrics.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { createLog } from "../../src/platform/log.ts";
import type { SafeFetch } from "../../src/platform/outbound/safe-fetch-types.ts";
import { sourceWorker, type SourceWorker } from "../../src/composition/workers/source-worker.ts";
import { outboundWith } from "./outbound.ts";
import { type Pipeline, pipeline } from "./pipeline.ts";

export interface FetchedFile {
  readonly name: string;
  readonly status: string;
  readonly sha256: string;
  readonly quota_period: string | null;
}

interface TestResult {
  readonly is_working: boolean;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly host_key: string | null;
}

/** One company's sources, by the operations. */
export interface SourceCompany {
  readonly ctx: Context;
  create(input: Record<string, unknown>): Promise<DataSourceDetails>;
  update(id: string, input: Record<string, unknown>): Promise<DataSourceDetails>;
  get(id: string): Promise<DataSourceDetails>;
  test(id: string): Promise<TestResult>;
  remove(id: string): Promise<void>;
  /** Asks for a sync, lets it run, and answers the source afterwards. */
  sync(id: string): Promise<DataSourceDetails>;
  /** What was fetched so far, in the order of names. */
  files(): Promise<FetchedFile[]>;
}

/** The real schedule, queue, connectors and pipeline, in the sandbox of a service on loopback. */
export interface SourceSite {
  readonly service: Pipeline;
  readonly worker: SourceWorker;
  /** A second process beside the first. */
  anotherWorker(): SourceWorker;
  company(overrides?: Partial<TenantIdentity>): Promise<SourceCompany>;
  close(): Promise<void>;
}

const FILES = statement(`
  select f.name, f.status, f.sha256, f.quota_period from upload_files f
  where f.tenant_id = $1 and f.environment = $2 order by f.name collate "C", f.created_at, f.id limit 5000`);

export interface SourceSiteOptions {
  readonly folders?: string;
  readonly economic_url?: string;
  readonly extra_ca_file?: string;
  readonly safeFetch?: SafeFetch;
}

export async function sourceSite(options: SourceSiteOptions = {}): Promise<SourceSite> {
  const service = await pipeline();
  const { db } = service;
  const safeFetch = options.safeFetch ?? outboundWith({ dns_servers: ["127.0.0.1:9"] });
  const dependencies = { ...options, safeFetch, is_local: true };
  const quiet = createLog("silent");
  const anotherWorker = (): SourceWorker =>
    sourceWorker({
      config: readConfig({}),
      database: db.database,
      clock: db.clock,
      log: Object.assign(Object.create(quiet), { error: (fields: unknown) => service.errors.push(fields) }),
      metrics: openMetrics({ version: "0.0.0-test", revision: "test" }),
      operatorContext: async (id, environment, actor) => {
        const { name, country, plan } = await findTenant(db.database.system, id);
        const principal = { kind: "operator", actor, credential_id: null } as const;
        return db.context({ id, name, country, plan, environment }, undefined, { principal, ...dependencies });
      },
    });
  const worker = anotherWorker();
  return {
    service,
    worker,
    anotherWorker,
    async company(overrides) {
      const tenant = await db.tenant({ environment: "sandbox", ...overrides });
      return companyOf(db.context(tenant, undefined, dependencies), worker);
    },
    async close() {
      await worker.close();
      await safeFetch.close();
      await service.close();
    },
  };
}

// The operations' outputs are checked against their schemas by the contract tests.
function companyOf(ctx: Context, worker: SourceWorker): SourceCompany {
  const get = async (id: string) => (await invoke(getDataSource, ctx, { id })) as DataSourceDetails;
  return {
    ctx,
    get,
    create: async (input) => (await invoke(createDataSource, ctx, { name: "Bills", ...input })) as DataSourceDetails,
    update: async (id, input) => (await invoke(updateDataSource, ctx, { id, ...input })) as DataSourceDetails,
    test: async (id) => (await invoke(testDataSource, ctx, { id })) as TestResult,
    async remove(id) {
      await invoke(deleteDataSource, ctx, { id });
    },
    async sync(id) {
      await invoke(syncDataSource, ctx, { id });
      await worker.drain();
      return await get(id);
    },
    files: () => ctx.db.rows<FetchedFile>(FILES),
  };
}
