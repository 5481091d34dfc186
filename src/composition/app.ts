import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { type Accounts, openAccounts } from "./accounts.ts";
import { type BackgroundWork, backgroundWork } from "./background-work.ts";
import type { Credential } from "../core/credential.ts";
import { type CredentialCaches, openCredentialCaches } from "./credential-caches.ts";
import type { HttpDeps, HttpSettings, Readiness } from "../interfaces/http/http-deps.ts";
import { createHttpServer } from "../interfaces/server.ts";
import { createProbeServer } from "../interfaces/http/probe-server.ts";
import { uploadMemory } from "../interfaces/http/upload-memory.ts";
import { actingForClient } from "../modules/consultants/index.ts";
import { verifyFile } from "../modules/reports/index.ts";
import { packageVersion } from "./package-version.ts";
import { readApplicationFiles } from "../platform/application-files.ts";
import { hasFreeSpace } from "../platform/files/free-space.ts";
import type { Config } from "../platform/config/config.ts";
import { credentialSealers } from "../platform/credential-sealer.ts";
import { installationKey } from "../platform/crypto.ts";
import { countedRates } from "../platform/rates/counted-rates.ts";
import { probeQueue } from "../platform/jobs/counts.ts";
import type { Logger } from "../platform/log.ts";
import { MemoryRateStore } from "../platform/rates/rate-limiter.ts";
import { announceProcess, type Presence } from "../platform/db/process-presence.ts";
import { sharedRateStore } from "../platform/rates/shared-rate-limiter.ts";
import { OPERATIONS } from "../operations.ts";
import { openScrape, type Scrape } from "./scrape.ts";
import { openService, type Service } from "./service.ts";

const MIB = 1024 * 1024;
/**
 * An electronic invoice has 3 to 40 KB. For larger files the calls to the file system cost little beside what reading the
 * document does, and 64 KiB is what the store seals and reads as one piece. A hundred of them fit into a request.
 */
const UPLOAD_MEMORY = { file_bytes_max: 64 * 1024, request_bytes_max: 8 * MIB, process_bytes_max: 32 * MIB };
/** A sender may pause for as long as it makes up for in the rest of the window. */
const BODY_WINDOW_MS = 30_000;

export interface App {
  readonly service: Service;
  /** Opens both listeners and starts the background work. */
  listen(): Promise<void>;
  /** Waits until no upload is left to read. */
  untilIdle(): Promise<void>;
  /** Tells balancers, after the delay for them stops listening, lets running requests and jobs end, closes the database. */
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
    // Limits are shared among those who serve; a process that only works counts nothing.
    presence = config.role === "worker" ? NOBODY_SERVED : await announced(service);
    const shared = sharedRateStore({
      system: service.database.system,
      clock: service.clock,
      own: new MemoryRateStore(service.clock),
      isAlone: presence.isAlone,
    });
    const rates = countedRates(shared, service.metrics.work);
    const accounts = await openAccounts(service, rates);
    const work = backgroundWork(service, accounts);
    const scrape = openScrape(service, work.deliveries);
    const secret = await installationKey(config);
    const stopping = new AbortController();
    const deps: HttpDeps = {
      ...httpDeps(service, credentials, secret),
      rates,
      accounts,
      application: readApplicationFiles(),
      scrape: () => scrape.read(),
      isScannerUp: () => work.isScannerUp(),
      isStopping: () => stopping.signal.aborted,
    };
    const listeners = listenersOf(config, deps);
    return assemble({ service, presence, work, credentials, accounts, scrape, listeners, stopping });
  } catch (error) {
    await presence?.end();
    await service.close();
    throw error;
  }
}

function httpDeps(service: Service, credentials: CredentialCaches, secret: Buffer): Omit<HttpDeps, "scrape" | "rates"> {
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
    metrics: service.metrics.requests,
    ...(service.tracing === null ? {} : { tracing: service.tracing }),
    log,
  };
}

/** Database, queue and room on the disks by a look at them; migrations were applied before the service existed. */
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
    works(probeQueue(database.system)),
    holds(database.hasRoom()),
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
      memory: uploadMemory(UPLOAD_MEMORY),
    },
    version: packageVersion(),
  };
}

const NOBODY_SERVED: Presence = { isAlone: () => true, end: () => Promise.resolve() };

async function announced({ database, newId, log }: Service): Promise<Presence> {
  return await announceProcess({
    system: database.system,
    newId,
    onError: (err) => log.warn({ err }, "this process could not tell the others that it is there"),
  });
}

interface Listening {
  readonly server: FastifyInstance;
  readonly port: number;
}

/** The live application's listener first. */
function listenersOf(config: Config, deps: HttpDeps): readonly Listening[] {
  if (config.role === "worker") return [{ server: createProbeServer(deps), port: config.port }];
  return [
    { server: createHttpServer(deps, "main"), port: config.port },
    { server: createHttpServer(deps, "sandbox"), port: config.sandbox_port },
  ];
}

interface Parts {
  readonly service: Service;
  readonly presence: Presence;
  readonly work: BackgroundWork;
  readonly credentials: CredentialCaches;
  readonly accounts: Accounts;
  readonly scrape: Scrape;
  readonly listeners: readonly Listening[];
  /** Aborted when the service is told to stop. */
  readonly stopping: AbortController;
}

function assemble(parts: Parts): App {
  const { service, presence, work, credentials, accounts, scrape, listeners, stopping } = parts;
  const { config } = service;
  let isListening = false;
  const endListening = async (): Promise<void> => {
    if (isListening) await delay(config.shutdown_delay_seconds * 1000);
    await Promise.all(listeners.map(({ server }) => server.close()));
  };
  return {
    service,
    async listen() {
      await work.start();
      for (const { server, port } of listeners) await server.listen({ host: config.host, port });
      isListening = true;
      work.sealDocuments();
    },
    untilIdle: () => work.drain(),
    async close() {
      stopping.abort();
      // Meanwhile nothing new is begun in the background; other processes, or the next start, take it up.
      await Promise.all([work.close(), endListening()]);
      await Promise.all([credentials.cache.drain(), credentials.legacy.drain()]);
      await accounts.close();
      await scrape.close();
      await credentials.subscription.close();
      await presence.end();
      await service.close();
    },
  };
}
