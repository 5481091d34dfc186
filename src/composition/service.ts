import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Catalog } from "../core/catalog.ts";
import type { Clock, Context, Environment, NewId, Principal, TenantIdentity } from "../core/context.ts";
import type { Sealer } from "../core/sealer.ts";
import type { PlanName } from "../core/plans.ts";
import { SCOPES } from "../core/scopes.ts";
import { catalogSource, loadCatalogTables } from "../modules/factors/index.ts";
import { UPLOADS_CHANNEL } from "../modules/ingestion/index.ts";
import { findTenant, type TenantAdmin, type TenantRecord } from "../modules/tenants/index.ts";
import { emitEvent } from "../modules/webhooks/index.ts";
import { systemClock } from "../platform/clock.ts";
import { assertEmbeddedDatabase, prepareDatabase } from "./existing-installation.ts";
import { loginsOf, openServer, type Server, type ServiceMode, toldConnections } from "./database-server.ts";
import { readEfragTemplate } from "./efrag-template-file.ts";
import { assertNoRestoreBegun } from "../backup/empty-target.ts";
import { joinInstallation } from "./installation.ts";
import { companyRegisterSource } from "../platform/company-register.ts";
import type { Config } from "../platform/config/config.ts";
import { derivedKey, installationKey } from "../platform/crypto.ts";
import { cursorCodecFor } from "../platform/cursor-codec.ts";
import { installationSealer } from "../platform/credential-sealer.ts";
import { dataFiles } from "../platform/data-files.ts";
import { changesOn } from "../platform/db/changes.ts";
import type { Connection } from "../platform/db/connection.ts";
import { type Database, openDatabase } from "../platform/db/database.ts";
import { type Files, openFiles } from "../platform/files/files.ts";
import { idSource } from "../platform/ids.ts";
import { jobQueue } from "../platform/jobs/queue.ts";
import type { Logger } from "../platform/log.ts";
import { loopbackReach } from "../platform/loopback-reach.ts";
import { type Metrics, openMetrics } from "../platform/telemetry/metrics.ts";
import type { OpenTracing } from "../platform/telemetry/open-tracing.ts";
import { createSafeFetch } from "../platform/outbound/safe-fetch.ts";
import type { SafeFetch } from "../platform/outbound/safe-fetch-types.ts";
import { egressSockets } from "../platform/outbound/egress-socket.ts";
import { sourceOpener } from "../platform/sources/open-source.ts";
import { packageVersion, sourceRevision } from "./package-version.ts";
import { openPageDrawer } from "./isolation/page-drawing.ts";
import { type EfragTemplate, openReportRenderer } from "./isolation/report-renderer.ts";

/** Root of the installed package: migrations and data lie beside the code, in sources and in dist alike. */
const PACKAGE_ROOT = join(import.meta.dirname, "../..");
export const MIGRATIONS = join(PACKAGE_ROOT, "migrations");

/** Everything below the transports: database, files, catalog, and contexts for whoever acts. */
export interface Service {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  /** The clock that a test has set; null: deadlines in the database are compared with its clock, which all share. */
  readonly testClock: Clock | null;
  readonly newId: NewId;
  readonly connection: Connection;
  readonly database: Database;
  readonly files: Files;
  readonly catalog: () => Promise<Catalog>;
  /** What this service tells Prometheus of itself. */
  readonly metrics: Metrics;
  /** Where this service tells what it does; null: nobody collects it. */
  readonly tracing: OpenTracing | null;
  /** The way to servers that tenants name. */
  readonly safeFetch: SafeFetch;
  /** Keeps what must be read again as plaintext, with this installation's key. */
  readonly secrets: Sealer;
  /** Whether tenants' addresses may be loopback: in the sandbox of a service whose own public address is. */
  allowsLoopback(environment: Environment): boolean;
  contextFor(tenant: TenantIdentity, principal: Principal): Context;
  /** The tenant as the service itself or an operator acts for it. @throws ServiceError resource.not_found */
  operatorContext(tenantIdOrName: string, environment: Environment, actor: string): Promise<Context>;
  /** For commands on companies themselves, before there is a context. */
  readonly tenantAdmin: TenantAdmin;
  /** Where contexts tell of changed credentials; the HTTP layer puts its cache here. */
  onForgottenCredential: (credential_id: string) => void;
  close(): Promise<void>;
}

/**
 * Opens the database (starting the embedded one when no URL is given), migrates it unless a command expects it up to date, loads
 * the shipped catalog.
 * @throws SecondServiceError when another service process uses the data directory, ConfigError for another database's store, as
 * assertEmbeddedDatabase and prepareDatabase.
 */
export async function openService(config: Config, log: Logger, mode: ServiceMode): Promise<Service> {
  const outbound = {
    allow_cidrs: config.webhook_allow_cidrs,
    dns_servers: config.webhook_dns_servers,
    extra_ca_file: config.webhook_extra_ca_file,
    proxy_url: config.webhook_proxy_url,
  };
  const safeFetch = createSafeFetch(outbound);
  const { warning } = loopbackReach(config);
  if (mode === "service" && warning !== null) log.warn({}, warning);
  const { data_source_folders: folders, economic_url } = config;
  const openSource = sourceOpener({ safeFetch, sockets: egressSockets(outbound), folders, economic_url });
  const companyRegister = companyRegisterSource(config.company_register_file);
  // A wrong file is told at the start, not by the first invoice.
  if (mode === "service") await companyRegister();
  const template = await readEfragTemplate(config.vsme_template_file, mode === "service");
  if (template !== null && mode === "service") log.info({ sha256: template.sha256 }, "EFRAG's VSME template is read");
  await assertNoRestoreBegun(config.data_dir);
  if (mode === "command" || mode === "adoption") assertEmbeddedDatabase(config);
  // With the wrong secret nothing is migrated.
  const secret = await installationKey(config);
  const files = await openFiles(config.data_dir, secret, { reads_files: mode === "service" && config.role !== "web" });
  const metrics = openMetrics({ version: packageVersion(), revision: sourceRevision() });
  const tracing = mode === "service" ? await tracingOf(config) : null;
  const server = await openServer(config, log, mode);
  const { connection } = server;
  try {
    const applied = await prepareDatabase(connection, MIGRATIONS, mode);
    if (applied.length > 0) log.info({ applied }, "database migrated");
    const ending = new AbortController();
    const database = await openDatabase(connection, {
      logins: loginsOf(config),
      onSessionTaken: metrics.sessionTaken,
      tracing,
      ...toldConnections(log, ending.signal),
    });
    if (!database.is_confined && mode === "service") log.warn(UNCONFINED);
    try {
      if (mode !== "adoption") await joinInstallation({ database, files, data_dir: config.data_dir });
      const { figures_kept } = await loadCatalogTables(database.admin, dataFiles(join(PACKAGE_ROOT, "data")));
      if (figures_kept > 0) log.warn({ figures_kept }, KEPT_FIGURES);
      return await assemble({
        config,
        log,
        metrics,
        tracing,
        server,
        database,
        secret,
        files,
        safeFetch,
        openSource,
        companyRegister,
        template,
        ending,
      });
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** The libraries are loaded here, and only where a collector is named: nobody else pays for them in memory. */
async function tracingOf({ otel_endpoint, otel_disabled }: Config): Promise<OpenTracing | null> {
  if (otel_endpoint === undefined || otel_disabled) return null;
  const { openTracing } = await import("../platform/telemetry/open-tracing.ts");
  return openTracing(packageVersion());
}

const KEPT_FIGURES =
  "An exchange rate or price level that was imported here differs from the one that comes along: the imported one stays.";

const UNCONFINED =
  "The service works with the login that owns the tables: set DATABASE_APP_URL and DATABASE_SYSTEM_URL, so that no session " +
  "can become it (docs/operations.md).";

interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing: OpenTracing | null;
  readonly server: Server;
  readonly database: Database;
  readonly secret: Uint8Array;
  readonly files: Files;
  readonly safeFetch: SafeFetch;
  readonly openSource: ReturnType<typeof sourceOpener>;
  readonly companyRegister: Context["companyRegister"];
  readonly template: EfragTemplate | null;
  /** Told when the service closes on purpose. */
  readonly ending: AbortController;
}

async function assemble(parts: Parts): Promise<Service> {
  const { config, log, metrics, tracing, server, database, secret, files, safeFetch, openSource } = parts;
  const { companyRegister, template, ending } = parts;
  const clock: Clock = config.test_clock === undefined ? systemClock : fixedClock(new Date(config.test_clock));
  const testClock = config.test_clock === undefined ? null : clock;
  const newId = idSource(clock);
  const catalog = catalogSource(database.system, clock);
  const cursors = cursorCodecFor(derivedKey(secret, "cursors"));
  const secrets = installationSealer(secret, "stored secrets");
  const jobs = jobQueue(newId, tracing);
  const uploadChanges = changesOn(database, UPLOADS_CHANNEL);
  const rendering = openReportRenderer({ template, engine: config.pdf_engine, work: metrics.work, tracing });
  const pages = openPageDrawer();
  const reach = loopbackReach(config);
  const tenantDb = (id: string, environment: Environment) => database.tenant(id, environment);
  const service: Service = {
    config,
    log,
    metrics,
    tracing,
    clock,
    testClock,
    newId,
    secrets,
    connection: server.connection,
    database,
    files,
    catalog,
    safeFetch,
    allowsLoopback: (environment) => environment === "sandbox" && reach.is_allowed,
    onForgottenCredential: () => undefined,
    tenantAdmin: { system: database.system, tenantDb, clock, newId, principal: operator("operator") },
    contextFor: (tenant, principal) => ({
      principal,
      tenant,
      db: database.tenant(tenant.id, tenant.environment),
      clock,
      newId,
      randomBytes,
      catalog,
      companyRegister,
      cursors: cursors(tenant.id, tenant.environment),
      files: files.of(tenant.id, tenant.environment),
      jobs,
      uploadChanges,
      emit: (tx, event, data) =>
        emitEvent(tx, { environment: tenant.environment, newId, clock: testClock }, event, data),
      forgetCredential: (id) => service.onForgottenCredential(id),
      secrets,
      checkAddress: (url) => safeFetch.check(url, { allow_loopback: service.allowsLoopback(tenant.environment) }),
      openSource: (access) => openSource(access, tenant, service.allowsLoopback(tenant.environment)),
      rendering,
      pages,
    }),
    async operatorContext(tenantIdOrName, environment, actor) {
      const tenant = identity(await findTenant(database.system, tenantIdOrName), environment);
      return service.contextFor(tenant, operator(actor));
    },
    async close() {
      ending.abort();
      await Promise.all([rendering.close(), pages.close()]);
      await safeFetch.close();
      await tracing?.close();
      await database.close();
      await server.close();
    },
  };
  return service;
}

function identity(tenant: TenantRecord, environment: Environment): TenantIdentity {
  const plan: PlanName = tenant.plan;
  return { id: tenant.id, name: tenant.name, country: tenant.country, plan, environment };
}

function operator(actor: string): Principal {
  return { kind: "operator", actor, credential_id: null, scopes: new Set(SCOPES) };
}

function fixedClock(moment: Date): Clock {
  return { now: () => moment };
}
