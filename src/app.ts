import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { type Accounts, openAccounts } from "./accounts.ts";
import type { Credential } from "./core/credential.ts";
import { type CredentialCaches, openCredentialCaches } from "./credential-caches.ts";
import { type DocumentSealing, documentSealing } from "./document-sealing.ts";
import { ingestionWorker, type IngestionWorker } from "./ingestion-worker.ts";
import type { HttpDeps, HttpSettings, Readiness } from "./interfaces/http/http-deps.ts";
import { createHttpServer } from "./interfaces/http/http-server.ts";
import { HttpMetrics } from "./interfaces/http/metrics.ts";
import { actingForClient } from "./modules/consultants/index.ts";
import { pruneAnswers } from "./modules/idempotency/index.ts";
import { verifyFile } from "./modules/reports/index.ts";
import { tellOfDisabledWebhook } from "./modules/users/index.ts";
import { packageVersion } from "./package-version.ts";
import { hasFreeSpace } from "./platform/free-space.ts";
import type { Config } from "./platform/config.ts";
import { credentialSealers } from "./platform/credential-sealer.ts";
import { installationKey } from "./platform/crypto.ts";
import { jobCounts } from "./platform/jobs/counts.ts";
import type { Logger } from "./platform/log.ts";
import { MemoryRateStore } from "./platform/rate-limiter.ts";
import { announceProcess, type Presence } from "./platform/process-presence.ts";
import { type RepeatedWork, repeat } from "./platform/repeated-work.ts";
import { pruneRates, sharedRateStore } from "./platform/shared-rate-limiter.ts";
import { OPERATIONS } from "./registry.ts";
import { openService, type Service } from "./service.ts";
import { sourceWorker, type SourceWorker } from "./source-worker.ts";
import { webhookWorker, type WebhookWorker } from "./webhook-worker.ts";

const MIB = 1024 * 1024;
/** A sender may pause for as long as it makes up for in the rest of the window. */
const BODY_WINDOW_MS = 30_000;
const PRUNE_EVERY_MS = 10 * 60_000;

export interface App {
  readonly service: Service;
  /** Opens both listeners and starts the background work. */
  listen(): Promise<void>;
  /** Waits until no upload is left to read. */
  untilIdle(): Promise<void>;
  /** Stops listening, lets running requests and jobs end, closes the database. */
  close(): Promise<void>;
}

/** The composition root: puts database, operations, transports and background work together. */
export async function createApp(config: Config, log: Logger): Promise<App> {
  const service = await openService(config, log, "service");
  let presence: Presence | undefined;
  try {
    // The embedded database lets one service run: what uploads it finds are those of one that was killed.
    if (config.database_url === undefined) await service.files.removeUploads();
    const credentials = await openCredentialCaches(service);
    service.onForgottenCredential = (id) => credentials.forget(id);
    presence = await announceProcess({
      system: service.database.system,
      newId: service.newId,
      onError: (err) => log.warn({ err }, "this process could not tell the others that it is there"),
    });
    const rates = sharedRateStore({
      system: service.database.system,
      clock: service.clock,
      own: new MemoryRateStore(service.clock),
      isAlone: presence.isAlone,
    });
    const accounts = await openAccounts(service, rates);
    const workers = {
      ingestion: ingestionWorker(service),
      sources: sourceWorker(service),
      documents: documentSealing(service),
      webhooks: webhookWorker(service, (webhook) => {
        tellOfDisabledWebhook(accounts.users, webhook).catch((error: unknown) =>
          log.error({ err: error, ...webhook }, "nobody was told of a disabled webhook"),
        );
      }),
    };
    const workMetrics = async () => [...(await workers.webhooks.metrics()), ...workers.ingestion.metrics()];
    const isScannerUp = () => workers.ingestion.isScannerUp();
    const secret = await installationKey(config);
    const deps = { ...httpDeps(service, credentials, secret), rates, accounts, workMetrics, isScannerUp };
    const servers = [createHttpServer(deps, "main"), createHttpServer(deps, "sandbox")] as const;
    return assemble({ service, presence, workers, credentials, accounts, servers });
  } catch (error) {
    await presence?.end();
    await service.close();
    throw error;
  }
}

function httpDeps(
  service: Service,
  credentials: CredentialCaches,
  secret: Buffer,
): Omit<HttpDeps, "workMetrics" | "rates"> {
  const { database, clock, log } = service;
  const ownContextFor = ({ tenant, principal }: Pick<Credential, "principal" | "tenant">) =>
    service.contextFor(tenant, principal);
  return {
    settings: httpSettings(service),
    operations: OPERATIONS,
    clock,
    credentials: credentials.cache,
    legacy_credentials: credentials.legacy,
    contextFor: (credential, requestedTenant) => {
      if (credential.principal.kind !== "consultant_key") return ownContextFor(credential);
      return actingForClient(database.system, clock, credential, requestedTenant).then(({ tenant, principal }) =>
        service.contextFor(tenant, principal),
      );
    },
    ownContextFor,
    sealerFor: credentialSealers(secret, "idempotency answers"),
    verifyFile: (sha256) => verifyFile(database.system, sha256),
    readiness: () => readiness(service),
    jobCounts: () => jobCounts(database.system),
    metrics: new HttpMetrics(),
    log,
  };
}

/** Database, queue and room on the disks by a look at them; migrations were applied before the service existed (DESIGN section 5). */
async function readiness({ config, database, files }: Service): Promise<Readiness> {
  const works = (check: Promise<unknown>) =>
    check.then(
      () => true,
      () => false,
    );
  const holds = (check: Promise<boolean>) => check.catch(() => false);
  // The embedded database may lie on another disk than the documents.
  const disks = [
    files.uploadsDirectory,
    ...(config.database_url === undefined ? [join(config.data_dir, "postgres")] : []),
  ];
  const [isDatabaseUp, isQueueUp, ...rooms] = await Promise.all([
    works(database.ping()),
    works(jobCounts(database.system)),
    // A database that is away is told above.
    database.hasRoom().catch(() => true),
    ...disks.map((directory) => holds(hasFreeSpace(directory))),
  ]);
  return { database: isDatabaseUp, migrations: true, queue: isQueueUp, storage: rooms.every(Boolean) };
}

function httpSettings({ config, files }: Service): HttpSettings {
  const { base_url, api_url, sandbox_api_url, errors_url, trusted_proxies, mcp_allowed_origins, metrics_token } =
    config;
  return {
    base_url,
    api_url,
    sandbox_api_url,
    errors_url,
    trusted_proxies,
    mcp_allowed_origins,
    ip_rate_limit: config.ip_rate_limit,
    ip_rate_limit_ranges: config.ip_rate_limit_ranges,
    connections: {
      per_address_max: config.http_connections_per_address,
      headers_timeout_ms: config.http_headers_timeout_seconds * 1000,
      body_bytes_per_second_min: config.http_body_bytes_per_second,
      body_window_ms: BODY_WINDOW_MS,
    },
    metrics_token,
    uploads: {
      max_files: config.upload_max_files,
      max_file_bytes: config.upload_max_file_mib * MIB,
      max_total_bytes: config.upload_max_total_mib * MIB,
      directory: files.uploadsDirectory,
    },
    version: packageVersion(),
  };
}

interface Workers {
  readonly ingestion: IngestionWorker;
  readonly sources: SourceWorker;
  readonly documents: DocumentSealing;
  readonly webhooks: WebhookWorker;
}

interface Parts {
  readonly service: Service;
  readonly presence: Presence;
  readonly workers: Workers;
  readonly credentials: CredentialCaches;
  readonly accounts: Accounts;
  readonly servers: readonly [FastifyInstance, FastifyInstance];
}

function assemble({ service, presence, workers, credentials, accounts, servers }: Parts): App {
  const [main, sandbox] = servers;
  const { config } = service;
  let pruning: RepeatedWork | undefined;
  return {
    service,
    async listen() {
      await workers.ingestion.start();
      await workers.sources.start();
      await workers.webhooks.start();
      pruning = repeat(PRUNE_EVERY_MS, () => prune(service, workers.webhooks, accounts));
      await main.listen({ host: config.host, port: config.port });
      await sandbox.listen({ host: config.host, port: config.sandbox_port });
      workers.documents.start();
    },
    untilIdle: () => workers.ingestion.drain(),
    async close() {
      await Promise.all([pruning?.end(), main.close(), sandbox.close()]);
      await Promise.all(Object.values(workers).map((worker) => worker.close()));
      await Promise.all([credentials.cache.drain(), credentials.legacy.drain()]);
      await accounts.close();
      await credentials.subscription.close();
      await presence.end();
      await service.close();
    },
  };
}

/** Removes what is kept for a time only; a failure is tried again by the next round. */
async function prune(
  { database, clock, files, log }: Service,
  webhooks: WebhookWorker,
  accounts: Accounts,
): Promise<void> {
  const failed = (error: unknown): void => log.warn({ err: error }, "pruning failed");
  const prunings = [
    pruneAnswers(database.system, clock),
    pruneRates(database.system, clock),
    webhooks.prune(),
    accounts.prune(),
    files.removeLeftovers(),
  ];
  await Promise.all(prunings.map((pruning) => pruning.catch(failed)));
}
