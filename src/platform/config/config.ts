import { z } from "zod";
import { categoryModelOf, categoryModelProblems } from "../model/category-model-settings.ts";
import { readSecretFiles } from "./secrets.ts";
import { SETTINGS, type Settings } from "./settings.ts";

export type { Settings } from "./settings.ts";

/** Everything the operator can set, resolved: addresses have no trailing slash, defaults are filled in. */
export interface Config extends Settings {
  readonly base_url: string;
  readonly api_url: string;
  readonly sandbox_api_url: string;
  readonly errors_url: string;
}

/** All problems of the environment at once, so that the operator repairs them in one go. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length} problem(s):\n${problems.map((line) => `  - ${line}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/**
 * Reads the configuration from an environment record; empty values count as absent, foreign variables are ignored. Secrets
 * may lie in files (secrets.ts).
 * `served` is the address of a service that runs with these settings, for who is given neither BASE_URL nor PORT.
 * @throws ConfigError naming every variable that is wrong and what it may be.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, served: string | null = null): Config {
  const secrets = readSecretFiles(env);
  const settingValues = Object.fromEntries(
    Object.keys(SETTINGS).flatMap((name) => {
      const value = secrets.values[name] ?? env[name]?.trim();
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
  const parsed = z.object(schemas()).safeParse(settingValues);
  const problems = [
    ...secrets.problems,
    ...describeIssues(parsed.error?.issues ?? []),
    ...categoryModelProblems(settingValues),
    ...loginProblems(settingValues),
    ...roleProblems(settingValues),
    ...portProblems(settingValues),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  const settings = resolveSettings(settingValues);
  const base_url = settings.base_url ?? (settingValues["PORT"] === undefined ? served : null);
  return withAddresses(settings, base_url ?? `http://localhost:${settings.port}`);
}

/** The two logins belong together, and to a server that is not the embedded one. */
function loginProblems(settingValues: Readonly<Record<string, string>>): string[] {
  const isGiven = (name: string): boolean => settingValues[name] !== undefined;
  const logins = ["DATABASE_APP_URL", "DATABASE_SYSTEM_URL"];
  if (!logins.some(isGiven)) return [];
  const missing = ["DATABASE_URL", ...logins].filter((name) => !isGiven(name));
  return missing.map((name) => `${name}: is needed beside ${logins.filter(isGiven).join(" and ")}`);
}

/** The embedded server lets one service run. */
function roleProblems(settingValues: Readonly<Record<string, string>>): string[] {
  const { ROLE: role = "all", DATABASE_URL: url } = settingValues;
  if (role === "all" || url !== undefined) return [];
  return [
    `DATABASE_URL: is needed beside ROLE=${role}, because the processes that share the work share a PostgreSQL server`,
  ];
}

/** Two listeners need two ports; 0 is another one each time. */
function portProblems(settingValues: Readonly<Record<string, string>>): string[] {
  const port = SETTINGS.PORT.schema.safeParse(settingValues["PORT"]).data;
  const sandbox = SETTINGS.SANDBOX_PORT.schema.safeParse(settingValues["SANDBOX_PORT"]).data;
  if (port === undefined || port === 0 || port !== sandbox) return [];
  return [`SANDBOX_PORT: must be another port than PORT, and both are ${port}`];
}

/** One row per variable, for the documentation: name, default as shown to the operator, meaning. */
export interface ConfigurationRow {
  readonly name: string;
  readonly default: string;
  readonly meaning: string;
}

export const configurationTable: readonly ConfigurationRow[] = Object.entries(SETTINGS).map(([name, setting]) => ({
  name,
  default: setting.shown,
  meaning: setting.meaning,
}));

function schemas(): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(SETTINGS).map(([name, setting]) => [name, setting.schema]));
}

/** The first thing that is wrong with each setting. */
function describeIssues(issues: readonly z.core.$ZodIssue[]): string[] {
  const byName = new Map<string, string>();
  for (const issue of issues) {
    const name = issue.path.map(String).join(".");
    const isTooLong = issue.code === "too_big" && issue.origin === "string";
    const message = isTooLong ? `must have at most ${issue.maximum} characters` : issue.message;
    if (!byName.has(name)) byName.set(name, `${name}: ${message}`);
  }
  return [...byName.values()];
}

function resolveSettings(settingValues: Readonly<Record<string, string>>): Settings {
  return {
    base_url: SETTINGS.BASE_URL.schema.parse(settingValues["BASE_URL"]),
    api_url: SETTINGS.API_URL.schema.parse(settingValues["API_URL"]),
    sandbox_api_url: SETTINGS.SANDBOX_API_URL.schema.parse(settingValues["SANDBOX_API_URL"]),
    errors_url: SETTINGS.ERRORS_URL.schema.parse(settingValues["ERRORS_URL"]),
    host: SETTINGS.HOST.schema.parse(settingValues["HOST"]),
    port: SETTINGS.PORT.schema.parse(settingValues["PORT"]),
    sandbox_port: SETTINGS.SANDBOX_PORT.schema.parse(settingValues["SANDBOX_PORT"]),
    data_dir: SETTINGS.DATA_DIR.schema.parse(settingValues["DATA_DIR"]),
    database_url: SETTINGS.DATABASE_URL.schema.parse(settingValues["DATABASE_URL"]),
    database_app_url: SETTINGS.DATABASE_APP_URL.schema.parse(settingValues["DATABASE_APP_URL"]),
    database_system_url: SETTINGS.DATABASE_SYSTEM_URL.schema.parse(settingValues["DATABASE_SYSTEM_URL"]),
    // A process that only serves would not read the company's documents.
    has_demo: SETTINGS.DEMO.schema.parse(settingValues["DEMO"]) && settingValues["ROLE"] !== "web",
    role: SETTINGS.ROLE.schema.parse(settingValues["ROLE"]),
    shutdown_delay_seconds: SETTINGS.SHUTDOWN_DELAY_SECONDS.schema.parse(settingValues["SHUTDOWN_DELAY_SECONDS"]),
    trusted_proxies: SETTINGS.TRUSTED_PROXIES.schema.parse(settingValues["TRUSTED_PROXIES"]),
    mcp_allowed_origins: SETTINGS.MCP_ALLOWED_ORIGINS.schema.parse(settingValues["MCP_ALLOWED_ORIGINS"]),
    ip_rate_limit: SETTINGS.IP_RATE_LIMIT.schema.parse(settingValues["IP_RATE_LIMIT"]),
    ip_rate_limit_ranges: SETTINGS.IP_RATE_LIMIT_RANGES.schema.parse(settingValues["IP_RATE_LIMIT_RANGES"]),
    http_connections_per_address: SETTINGS.HTTP_CONNECTIONS_PER_ADDRESS.schema.parse(
      settingValues["HTTP_CONNECTIONS_PER_ADDRESS"],
    ),
    http_headers_timeout_seconds: SETTINGS.HTTP_HEADERS_TIMEOUT_SECONDS.schema.parse(
      settingValues["HTTP_HEADERS_TIMEOUT_SECONDS"],
    ),
    http_body_bytes_per_second: SETTINGS.HTTP_BODY_BYTES_PER_SECOND.schema.parse(
      settingValues["HTTP_BODY_BYTES_PER_SECOND"],
    ),
    log_level: SETTINGS.LOG_LEVEL.schema.parse(settingValues["LOG_LEVEL"]),
    secret_key: SETTINGS.SECRET_KEY.schema.parse(settingValues["SECRET_KEY"]),
    metrics_token: SETTINGS.METRICS_TOKEN.schema.parse(settingValues["METRICS_TOKEN"]),
    upload_max_files: SETTINGS.UPLOAD_MAX_FILES.schema.parse(settingValues["UPLOAD_MAX_FILES"]),
    upload_max_file_mib: SETTINGS.UPLOAD_MAX_FILE_MIB.schema.parse(settingValues["UPLOAD_MAX_FILE_MIB"]),
    upload_max_total_mib: SETTINGS.UPLOAD_MAX_TOTAL_MIB.schema.parse(settingValues["UPLOAD_MAX_TOTAL_MIB"]),
    parser_workers: SETTINGS.PARSER_WORKERS.schema.parse(settingValues["PARSER_WORKERS"]),
    ocr_workers: SETTINGS.OCR_WORKERS.schema.parse(settingValues["OCR_WORKERS"]),
    clamd_address: SETTINGS.CLAMD_ADDRESS.schema.parse(settingValues["CLAMD_ADDRESS"]),
    smtp_url: SETTINGS.SMTP_URL.schema.parse(settingValues["SMTP_URL"]),
    mail_from: SETTINGS.MAIL_FROM.schema.parse(settingValues["MAIL_FROM"]),
    oauth_replay_clients: SETTINGS.OAUTH_REPLAY_CLIENTS.schema.parse(settingValues["OAUTH_REPLAY_CLIENTS"]),
    test_clock: SETTINGS.TEST_CLOCK.schema.parse(settingValues["TEST_CLOCK"]),
    webhook_allow_loopback: SETTINGS.WEBHOOK_ALLOW_LOOPBACK.schema.parse(settingValues["WEBHOOK_ALLOW_LOOPBACK"]),
    webhook_allow_cidrs: SETTINGS.WEBHOOK_ALLOW_CIDRS.schema.parse(settingValues["WEBHOOK_ALLOW_CIDRS"]),
    webhook_dns_servers: SETTINGS.WEBHOOK_DNS_SERVERS.schema.parse(settingValues["WEBHOOK_DNS_SERVERS"]),
    webhook_extra_ca_file: SETTINGS.WEBHOOK_EXTRA_CA_FILE.schema.parse(settingValues["WEBHOOK_EXTRA_CA_FILE"]),
    webhook_proxy_url: SETTINGS.WEBHOOK_PROXY_URL.schema.parse(settingValues["WEBHOOK_PROXY_URL"]),
    webhook_retry_schedule: SETTINGS.WEBHOOK_RETRY_SCHEDULE.schema.parse(settingValues["WEBHOOK_RETRY_SCHEDULE"]),
    webhook_timeout_ms: SETTINGS.WEBHOOK_TIMEOUT_MS.schema.parse(settingValues["WEBHOOK_TIMEOUT_MS"]),
    webhook_payload_days: SETTINGS.WEBHOOK_PAYLOAD_DAYS.schema.parse(settingValues["WEBHOOK_PAYLOAD_DAYS"]),
    webhook_attempt_days: SETTINGS.WEBHOOK_ATTEMPT_DAYS.schema.parse(settingValues["WEBHOOK_ATTEMPT_DAYS"]),
    otel_endpoint: SETTINGS.OTEL_EXPORTER_OTLP_ENDPOINT.schema.parse(settingValues["OTEL_EXPORTER_OTLP_ENDPOINT"]),
    otel_disabled: SETTINGS.OTEL_SDK_DISABLED.schema.parse(settingValues["OTEL_SDK_DISABLED"]),
    webhook_trace_context: SETTINGS.WEBHOOK_TRACE_CONTEXT.schema.parse(settingValues["WEBHOOK_TRACE_CONTEXT"]),
    data_source_folders: SETTINGS.DATA_SOURCE_FOLDERS.schema.parse(settingValues["DATA_SOURCE_FOLDERS"]),
    economic_url: SETTINGS.ECONOMIC_URL.schema.parse(settingValues["ECONOMIC_URL"]),
    company_register_file: SETTINGS.COMPANY_REGISTER_FILE.schema.parse(settingValues["COMPANY_REGISTER_FILE"]),
    procurement_vocabulary_file: SETTINGS.PROCUREMENT_VOCABULARY_FILE.schema.parse(
      settingValues["PROCUREMENT_VOCABULARY_FILE"],
    ),
    category_model: categoryModelOf(settingValues),
    embedded_transport: SETTINGS.EMBEDDED_TRANSPORT.schema.parse(settingValues["EMBEDDED_TRANSPORT"]),
    pdf_engine: SETTINGS.PDF_ENGINE.schema.parse(settingValues["PDF_ENGINE"]),
    vsme_template_file: SETTINGS.VSME_TEMPLATE_FILE.schema.parse(settingValues["VSME_TEMPLATE_FILE"]),
  };
}

function withAddresses(settings: Settings, base_url: string): Config {
  return {
    ...settings,
    base_url,
    api_url: settings.api_url ?? base_url,
    sandbox_api_url: settings.sandbox_api_url ?? `http://localhost:${settings.sandbox_port}`,
    errors_url: settings.errors_url ?? `${base_url}/errors`,
  };
}
