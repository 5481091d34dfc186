import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Environment, SystemDb, TenantIdentity } from "../../src/core/context.ts";
import { type Accounts, openAccounts } from "../../src/composition/accounts.ts";
import type { Credential } from "../../src/core/credential.ts";
import type { FileScanner } from "../../src/core/file-scanner.ts";
import type { Operation } from "../../src/core/operation.ts";
import { type Scope, SCOPES } from "../../src/core/scopes.ts";
import { CredentialCache } from "../../src/interfaces/http/credential-cache.ts";
import type { HttpDeps, HttpSettings } from "../../src/interfaces/http/http-deps.ts";
import { uploadMemory } from "../../src/interfaces/http/upload-memory.ts";
import { createHttpServer } from "../../src/interfaces/server.ts";
import { openMetrics } from "../../src/platform/telemetry/metrics.ts";
import type { McpExtension } from "../../src/interfaces/mcp/extension.ts";
import { type ApiKeyRequest, apiKeyResolver, mintApiKey } from "../../src/modules/api-keys/index.ts";
import { credentialSealers } from "../../src/platform/credential-sealer.ts";
import { actingForClient, consultantKeyResolver } from "../../src/modules/consultants/index.ts";
import { legacyKeyResolver } from "../../src/modules/legacy-keys/index.ts";
import { accessTokenResolver } from "../../src/modules/oauth/index.ts";
import { verifyFile } from "../../src/modules/reports/index.ts";
import { idSource } from "../../src/platform/ids.ts";
import { type Argon2, passwordHasher } from "../../src/platform/password-hasher.ts";
import { createSafeFetch } from "../../src/platform/outbound/safe-fetch.ts";
import type { SafeFetch } from "../../src/platform/outbound/safe-fetch-types.ts";
import { countedRates } from "../../src/platform/rates/counted-rates.ts";
import { MemoryRateStore } from "../../src/platform/rates/rate-limiter.ts";
import { OPERATIONS } from "../../src/operations.ts";
import { testDatabase, type TestDatabase } from "./database.ts";
import { type Answer, call, type Call } from "./http-client.ts";

export interface TestAppOptions {
  readonly settings?: Partial<HttpSettings>;
  /** How much an upload may hold; unless given, next to nothing. */
  readonly uploads?: Partial<Omit<HttpSettings["uploads"], "directory">>;
  /** Further operations beside the registry's. */
  readonly operations?: readonly Operation[];
  /** What the assistant endpoint offers beside the operations. */
  readonly mcp_extension?: McpExtension;
  /** Name of the database to clone. */
  readonly clone_of?: string;
  /** Where clients' metadata documents come from; unless given, no name has an address. */
  readonly safe_fetch?: SafeFetch;
  /** The hash functions behind passwords, for tests that count them. */
  readonly argon2?: Argon2;
  /** Where mails go; unless given, into the log. */
  readonly smtp_url?: string;
  /** Whether the service believes that mails arrive; unless given, it does. */
  readonly has_mail?: boolean;
  /** Programs that may use a refresh token twice at once; two names unless given. */
  readonly oauth_replay_clients?: readonly string[];
  /** The malware scanner that readiness tells of. */
  readonly scanner?: FileScanner;
  /** Port of the application host, for clients that go by its public address; unless given, any. */
  readonly main_port?: number;
}

export interface LogLine {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface TestKey {
  readonly id: string;
  readonly key: string;
}

/** The HTTP layer on two loopback ports over a database of its own, put together as the service does it. */
export interface TestApp {
  readonly db: TestDatabase;
  readonly accounts: Accounts;
  /** Addresses that connections go to; the public addresses in settings may differ. */
  readonly main: string;
  readonly sandbox: string;
  readonly credentials: CredentialCache;
  readonly log: LogLine[];
  /** Statements before the tenant is known that were run so far. */
  systemStatements(): number;
  /**
   * From now on answers to statements before the tenant is known reach the service only after this, as over a slow
   * network: what they say may be outdated by then.
   */
  holdSystemAnswers(until: Promise<void>): void;
  /** Whether notifications of changed credentials are said to arrive; true at first. */
  setNotified(is_notified: boolean): void;
  /** Directory of unfinished uploads. */
  readonly uploads: string;
  /** Names of unfinished uploads on disk. */
  temporaryFiles(): string[];
  /** A key of the tenant with every scope, unless said otherwise. */
  key(tenant: TenantIdentity, request?: Partial<ApiKeyRequest> & { environment?: Environment }): Promise<TestKey>;
  /** Calls the main listener with a key. */
  as(key: TestKey, path: string, options?: Call): Promise<Answer>;
  close(): Promise<void>;
}

export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const db = await testDatabase(options.clone_of === undefined ? {} : { clone_of: options.clone_of });
  const uploads = join(db.directory, "uploads");
  mkdirSync(uploads, { recursive: true });
  let systemStatements = 0;
  let systemAnswersAfter: Promise<void> = Promise.resolve();
  let isNotified = true;
  const log: LogLine[] = [];
  const system: SystemDb = {
    rows: async <Row>(...asked: Parameters<SystemDb["rows"]>) => {
      const rows = await db.database.system.rows<Row>(...asked);
      systemStatements += 1;
      await systemAnswersAfter;
      return rows;
    },
    transaction: (work) => db.database.system.transaction(work),
  };
  const credentials = new CredentialCache({
    resolvers: [apiKeyResolver(system), consultantKeyResolver(system), accessTokenResolver(system, db.clock)],
    clock: db.clock,
    isNotified: () => isNotified,
    onUseError: (error) => log.push({ level: "error", fields: { error }, message: "use" }),
  });
  const legacy_credentials = new CredentialCache({
    resolvers: [legacyKeyResolver(system)],
    clock: db.clock,
    isNotified: () => isNotified,
    onUseError: (error) => log.push({ level: "error", fields: { error }, message: "use" }),
  });
  const caches = [credentials, legacy_credentials];
  const subscription = await db.database.listen(
    "carbon_credentials",
    (subject) => caches.forEach((cache) => cache.forget(subject)),
    () => caches.forEach((cache) => cache.clear()),
  );
  const note = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) => {
    log.push({ level, fields, message });
  };
  const contextOf = ({ tenant, principal }: Pick<Credential, "principal" | "tenant">) =>
    db.context(tenant, [...principal.scopes], { principal, forgetCredential: (id) => credentials.forget(id) });
  const metrics = openMetrics({ version: "0.0.0-test", revision: "test" });
  const rates = countedRates(new MemoryRateStore(db.clock), metrics.work);
  // Without a name server no name has an address: a test reaches what it names itself.
  const outbound = createSafeFetch({
    allow_cidrs: [],
    dns_servers: ["127.0.0.1:9"],
    extra_ca_file: undefined,
    proxy_url: undefined,
  });
  const opened = await openAccounts(
    {
      clock: db.clock,
      newId: idSource(db.clock),
      database: { ...db.database, system },
      safeFetch: options.safe_fetch ?? outbound,
      log: { info: note("info"), error: note("error") },
      config: {
        base_url: options.settings?.base_url ?? "http://ledger.test",
        api_url: options.settings?.api_url ?? "http://ledger.test",
        data_dir: db.directory,
        secret_key: "a secret of at least thirty-two characters",
        smtp_url: options.smtp_url,
        mail_from: "Carbon Ledger <no-reply@ledger.test>",
        oauth_replay_clients: options.oauth_replay_clients ?? ["claude", "cursor"],
      },
    },
    rates,
  );
  const accounts: Accounts = {
    ...opened,
    users: { ...opened.users, passwords: passwordHasher(options.argon2), has_mail: options.has_mail ?? true },
  };
  const deps: HttpDeps = {
    settings: {
      base_url: "http://ledger.test",
      api_url: "http://ledger.test",
      sandbox_api_url: "http://sandbox.ledger.test",
      errors_url: "http://ledger.test/errors",
      trusted_proxies: [],
      mcp_allowed_origins: [],
      ip_rate_limit: 100_000,
      ip_rate_limit_ranges: [],
      connections: {
        per_address_max: 0,
        headers_timeout_ms: 15_000,
        body_bytes_per_second_min: 2048,
        body_window_ms: 30_000,
      },
      metrics_token: undefined,
      uploads: {
        max_files: 5,
        max_file_bytes: 1000,
        max_total_bytes: 3000,
        directory: uploads,
        memory: uploadMemory({ file_bytes_max: 500, request_bytes_max: 800, process_bytes_max: 1000 }),
        ...options.uploads,
      },
      version: "0.0.0-test",
      ...options.settings,
    },
    operations: [...OPERATIONS, ...(options.operations ?? [])],
    ...(options.mcp_extension === undefined ? {} : { mcp_extension: options.mcp_extension }),
    clock: db.clock,
    rates,
    credentials,
    legacy_credentials,
    contextFor: async (credential, requestedTenant) => {
      if (credential.principal.kind !== "consultant_key") return contextOf(credential);
      return contextOf(await actingForClient(system, db.clock, credential, requestedTenant));
    },
    ownContextFor: contextOf,
    sealerFor: credentialSealers(Buffer.alloc(32, 9), "idempotency answers"),
    verifyFile: (sha256) => verifyFile(system, sha256),
    readiness: () => db.database.ping().then(() => ({ database: true })),
    isScannerUp: async () => (await options.scanner?.isUp()) ?? null,
    accounts,
    metrics: metrics.requests,
    scrape: async () => ({ content_type: metrics.registry.contentType, text: await metrics.registry.metrics() }),
    log: { debug: () => undefined, info: note("info"), warn: note("warn"), error: note("error") },
  };
  const servers = [createHttpServer(deps, "main"), createHttpServer(deps, "sandbox")] as const;
  const [main, sandbox] = await Promise.all([listen(servers[0], options.main_port), listen(servers[1])]);
  return {
    db,
    accounts,
    main,
    sandbox,
    credentials,
    log,
    systemStatements: () => systemStatements,
    holdSystemAnswers: (until) => {
      systemAnswersAfter = until;
    },
    setNotified: (value) => {
      isNotified = value;
    },
    uploads,
    temporaryFiles: () => readdirSync(uploads),
    async key(tenant, { environment = tenant.environment, ...request } = {}) {
      const ctx = db.context({ ...tenant, environment }, SCOPES, { principal: OPERATOR });
      const wanted = { name: "test", scopes: SCOPES as readonly Scope[], ...request };
      return await ctx.db.transaction((tx) => mintApiKey(ctx, tx, wanted));
    },
    as: (key, path, given = {}) =>
      call(main, path, { ...given, headers: { authorization: `Bearer ${key.key}`, ...given.headers } }),
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await outbound.close();
      await accounts.close();
      await Promise.all(caches.map((cache) => cache.drain()));
      await subscription.close();
      await db.close();
    },
  };
}

const OPERATOR = { kind: "operator", actor: "operator", credential_id: null } as const;

async function listen(server: FastifyInstance, port = 0): Promise<string> {
  return await server.listen({ host: "127.0.0.1", port });
}
