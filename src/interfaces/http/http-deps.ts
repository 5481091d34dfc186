import type { BuiltApplication } from "../../core/built-file.ts";
import type { Clock, Context } from "../../core/context.ts";
import type { Sealer } from "../../core/sealer.ts";
import type { Credential } from "../../core/credential.ts";
import type { Operation } from "../../core/operation.ts";
import type { Tracing } from "../../core/tracing.ts";
import type { RequestMetrics } from "../../core/request-metrics.ts";
import type { RateStore } from "../../core/rate-limits.ts";
import type { OAuthPorts } from "../../modules/oauth/index.ts";
import type { IssuedFile } from "../../modules/reports/index.ts";
import type { UserPorts } from "../../modules/users/index.ts";
import type { McpExtension } from "../mcp/extension.ts";
import type { AddressLimit } from "./admission.ts";
import type { ConnectionLimits } from "./connection-limits.ts";
import type { CredentialCache } from "./credential-cache.ts";
import type { UploadMemory } from "./upload-memory.ts";

/** Structural part of the logger that the HTTP layer needs. */
export interface HttpLog {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export interface UploadLimits {
  readonly max_files: number;
  readonly max_file_bytes: number;
  readonly max_total_bytes: number;
  /** Directory for unfinished uploads, on the file store's volume; exists. */
  readonly directory: string;
  /** Room for small files; one for all requests of the process. */
  readonly memory: UploadMemory;
}

/** What the operator configured; addresses have no trailing slash. */
export interface HttpSettings {
  readonly base_url: string;
  readonly api_url: string;
  readonly sandbox_api_url: string;
  readonly errors_url: string;
  readonly trusted_proxies: readonly string[];
  /** Origins of browser pages that may call the assistant endpoint, besides base_url's own. */
  readonly mcp_allowed_origins: readonly string[];
  readonly ip_rate_limit: number;
  readonly ip_rate_limit_ranges: readonly AddressLimit[];
  readonly connections: ConnectionLimits;
  readonly metrics_token: string | undefined;
  readonly uploads: UploadLimits;
  /** Version of this service, for documents that name it. */
  readonly version: string;
}

/** Each part of the service that must work before requests are sent here; true: it does. */
export type Readiness = Readonly<Record<string, boolean>>;

export interface HttpDeps {
  readonly settings: HttpSettings;
  readonly operations: readonly Operation[];
  /** What the assistant endpoint offers beside the operations. */
  readonly mcp_extension?: McpExtension;
  readonly clock: Clock;
  readonly rates: RateStore;
  readonly credentials: CredentialCache;
  /** Keys of the legacy interface, which no other interface accepts. */
  readonly legacy_credentials: CredentialCache;
  /**
   * The context of an admitted credential. `requestedTenant` is the header X-Svc-Tenant.
   * @throws ServiceError third_party.*
   */
  contextFor(credential: Credential, requestedTenant: string | undefined): Context | Promise<Context>;
  /** The context of a consultant key that acts for no client, of a person on a page, of any other credential as above. */
  ownContextFor(acting: Pick<Credential, "principal" | "tenant">): Context;
  /** The sealer of the credential with this clear text. */
  readonly sealerFor: (token: string) => Sealer;
  /** What anybody may learn of the report file with this SHA-256; null: it was not issued here. */
  verifyFile(sha256: string): Promise<IssuedFile | null>;
  readiness(): Promise<Readiness>;
  /** Whether the service was told to stop: it still answers, and asks for no further requests. Absent: never. */
  isStopping?(): boolean;
  /** Whether the malware scanner answers; null or absent: there is none. */
  isScannerUp?(): Promise<boolean | null>;
  /** People, and the programs that they let in; absent: the authorization server and its pages are not served. */
  readonly accounts?: { readonly users: UserPorts; readonly oauth: OAuthPorts };
  /** Files of the application for people, by path below it; null or absent: it was not built. */
  readonly application?: BuiltApplication | null;
  readonly metrics: RequestMetrics;
  /** Where requests are traced; absent: nowhere. */
  readonly tracing?: Tracing;
  /** Everything that /metrics tells. Never rejects. */
  scrape(): Promise<{ readonly content_type: string; readonly text: string }>;
  readonly log: HttpLog;
}
