import { UPLOAD_FILES_MAX } from "../../core/upload-size.ts";
import { z } from "zod";
import { CATEGORY_MODEL_SETTINGS } from "../model/category-model-settings.ts";
import { address, clamdAddress, count, origins, port, rangeLimits, ranges, words } from "./values.ts";
import { HTTP_SETTINGS } from "./http.ts";
import { MACHINE_SETTINGS } from "./machine.ts";
import { smtpAddress } from "../mail/smtp-address.ts";
import { PROCESS_SETTINGS } from "./process.ts";
import { REFERENCE_DATA_SETTINGS } from "./reference-data.ts";
import { TRACING_SETTINGS } from "./tracing.ts";
import { WEBHOOK_SETTINGS } from "./webhooks.ts";

const postgresAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must be a postgres:// address")
  .optional();

/** Every environment variable of the service: how it is read, its default as shown to operators, what it means. */
export const SETTINGS = {
  BASE_URL: {
    schema: address,
    shown: "http://localhost:{PORT}",
    meaning: "Public address of the application and of the assistant endpoint /api/mcp",
  },
  API_URL: { schema: address, shown: "{BASE_URL}", meaning: "Public address of the live REST API" },
  SANDBOX_API_URL: {
    schema: address,
    shown: "http://localhost:{SANDBOX_PORT}",
    meaning: "Public address of the sandbox REST API",
  },
  ERRORS_URL: { schema: address, shown: "{BASE_URL}/errors", meaning: "Base of the `type` of problem documents" },
  HOST: {
    schema: z.string().max(255).default("127.0.0.1"),
    shown: "127.0.0.1",
    meaning: "Address to listen on; 0.0.0.0 or :: for all",
  },
  PORT: { schema: port(3000), shown: "3000", meaning: "Port of the application and the live REST API" },
  SANDBOX_PORT: { schema: port(3001), shown: "3001", meaning: "Port of the sandbox REST API" },
  DATA_DIR: {
    schema: z.string().max(1000).default("./.carbon-ledger"),
    shown: "./.carbon-ledger",
    meaning: "Directory of the embedded database, documents and keys",
  },
  DATABASE_URL: {
    schema: postgresAddress,
    shown: "embedded PostgreSQL",
    meaning: "PostgreSQL server of your own instead of the embedded one",
  },
  DATABASE_APP_URL: {
    schema: postgresAddress,
    shown: "none",
    meaning: "Login on that server for companies' work: the role carbon_app, which owns nothing (docs/operations.md)",
  },
  DATABASE_SYSTEM_URL: {
    schema: postgresAddress,
    shown: "none",
    meaning: "Login on that server for credentials and the queue: the role carbon_system",
  },
  DEMO: {
    schema: z
      .enum(["on", "off"], "must be on or off")
      .transform((text) => text === "on")
      .default(true),
    shown: "on",
    meaning: "Load the demonstration company when the database is empty; a process of ROLE=web leaves it to others",
  },
  ...PROCESS_SETTINGS,
  TRUSTED_PROXIES: {
    schema: ranges,
    shown: "none",
    meaning: "Address ranges of proxies whose X-Forwarded-For is believed, separated by commas",
  },
  MCP_ALLOWED_ORIGINS: {
    schema: origins,
    shown: "none",
    meaning: "Web pages (origins, separated by commas) that may call /api/mcp from a browser, besides BASE_URL itself",
  },
  IP_RATE_LIMIT: {
    schema: count(1, 100_000_000).default(300),
    shown: "300",
    meaning: "Requests per minute and client address before authentication (IPv6 by /64)",
  },
  IP_RATE_LIMIT_RANGES: {
    schema: rangeLimits,
    shown: "none",
    meaning: "Other limits for address ranges, as range=requests separated by commas",
  },
  ...HTTP_SETTINGS,
  LOG_LEVEL: {
    schema: z
      .enum(
        ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
        "must be fatal, error, warn, info, debug, trace or silent",
      )
      .default("info"),
    shown: "info",
    meaning: "Least severe level that is logged; debug adds a line per request",
  },
  SECRET_KEY: {
    schema: z.string().min(32, "must have at least 32 characters").max(1000).optional(),
    shown: "generated in {DATA_DIR}/keys",
    meaning:
      "Secret from which the keys of stored documents, stored secrets and cursors come; the same in every process, and for " +
      "ever: without it the documents are lost",
  },
  METRICS_TOKEN: {
    schema: z.string().min(16, "must have at least 16 characters").max(1000).optional(),
    shown: "none: loopback only",
    meaning: "Bearer token that opens /metrics to other addresses than loopback",
  },
  UPLOAD_MAX_FILES: { schema: count(1, UPLOAD_FILES_MAX).default(100), shown: "100", meaning: "Files per upload" },
  UPLOAD_MAX_FILE_MIB: {
    schema: count(1, 1024).default(25),
    shown: "25",
    meaning: "Largest file of an upload, in MiB",
  },
  UPLOAD_MAX_TOTAL_MIB: {
    schema: count(1, 4096).default(200),
    shown: "200",
    meaning: "All files of an upload, in MiB",
  },
  CLAMD_ADDRESS: {
    schema: clamdAddress,
    shown: "none: files are read unscanned",
    meaning:
      "ClamAV's daemon, as host:port or unix:/path: every file is scanned for malware before it is read, and none is read " +
      "while it does not answer",
  },
  ...WEBHOOK_SETTINGS,
  ...TRACING_SETTINGS,
  DATA_SOURCE_FOLDERS: {
    schema: z.string().max(1000).optional(),
    shown: "none",
    meaning:
      "Directory with a folder per company, {company id}/live and {company id}/sandbox, from which data sources of kind " +
      "folder may fetch; none: there are no such sources",
  },
  ECONOMIC_URL: {
    schema: address.default("https://apis.e-conomic.com").pipe(z.string()),
    shown: "https://apis.e-conomic.com",
    meaning: "Address of the e-conomic API",
  },
  ...REFERENCE_DATA_SETTINGS,
  COMPANY_REGISTER_FILE: {
    schema: z.string().max(1000).optional(),
    shown: "none",
    meaning:
      "CSV extract of the Danish company register with the columns cvr and branche (DB07 or DB25): a supplier's branch then " +
      "helps to suggest categories; read once, at the start",
  },
  PROCUREMENT_VOCABULARY_FILE: {
    schema: z.string().max(1000).optional(),
    shown: "none",
    meaning:
      "CSV table of a procurement vocabulary with the columns title_da or title_en (any languages) and category: what its " +
      "titles say about words then suggests categories where nothing else does; checked and learned once, at the start",
  },
  ...CATEGORY_MODEL_SETTINGS,
  ...MACHINE_SETTINGS,
  VSME_TEMPLATE_FILE: {
    schema: z.string().max(1000).optional(),
    shown: "none",
    meaning:
      "EFRAG's VSME digital template 1.3.0 (XLSX), empty as published: reports can then be had in EFRAG's own workbook, " +
      "too; checked and read once, at the start",
  },
  SMTP_URL: {
    schema: smtpAddress,
    shown: "none: links are shown to the administrator",
    meaning:
      "Mail server for invitations and password resets: smtps://user:password@host is TLS on port 465, smtp:// STARTTLS on " +
      "587, both without user for a relay that needs none; user and password are percent-encoded and go over TLS only, unless " +
      "?requireTLS=false",
  },
  MAIL_FROM: {
    schema: z
      .string()
      .max(320)
      .regex(/^[^\r\n]+@[^\r\n]+$/, "must be an e-mail address, with or without a name")
      .default("Carbon Ledger <no-reply@localhost>"),
    shown: "Carbon Ledger <no-reply@localhost>",
    meaning: "Sender of those mails",
  },
  OAUTH_REPLAY_CLIENTS: {
    schema: words.default(["*"]),
    shown: "*",
    meaning:
      "Programs that may use a refresh token again within 30 seconds, for the same answer, because they refresh several " +
      "times at once: `*`, or words of their names or hosts; `none`: no program",
  },
  TEST_CLOCK: {
    schema: z.iso.datetime("must be an ISO 8601 UTC time").optional(),
    shown: "none",
    meaning: "For tests only: the time at which the service's clock stands still",
  },
} as const;
