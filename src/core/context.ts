import type { Changes } from "./changes.ts";
import type { Catalog } from "./catalog.ts";
import type { CompanyRegister } from "./company-register.ts";
import type { Sealer } from "./sealer.ts";
import type { EventData, EventName } from "./events.ts";
import type { AddressCheck } from "./untrusted-url.ts";
import type { CursorCodec } from "./page.ts";
import type { PageDrawing } from "./page-drawing.ts";
import type { PlanName } from "./plans.ts";
import type { ReceivedContent, ReceivedFile } from "./received-file.ts";
import type { ReportRendering } from "./report-rendering.ts";
import type { Scope } from "./scopes.ts";
import type { SourceAccess, SourceConnector } from "./source-connector.ts";
import type { Statement } from "./statement.ts";

export const ENVIRONMENTS = ["live", "sandbox"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** The organisation behind a consultant's key. */
export interface ConsultantIdentity {
  readonly id: string;
  readonly name: string;
  readonly key_name: string;
  /** ISO 8601 UTC; null: never. */
  readonly key_expires_at: string | null;
  /** The grant by which the organisation acts for the tenant; null: it acts for none. */
  readonly grant_id: string | null;
}

/** Who acts. `actor` is what the audit log writes, e.g. "api_key:<id>", "user:<id>" or "operator". */
export interface Principal {
  readonly kind: "tenant_key" | "consultant_key" | "oauth" | "operator" | "person";
  readonly actor: string;
  /** Id of the credential, null for operators and for people on pages. */
  readonly credential_id: string | null;
  readonly scopes: ReadonlySet<Scope>;
  /** For consultant keys. */
  readonly consultant?: ConsultantIdentity;
  /** For OAuth tokens: the program that holds the token. */
  readonly client_id?: string;
}

/** The grant by which somebody acts: what is set up under it stops with it. Null for the company's own credentials. */
export function grantOf({ consultant }: Pick<Principal, "consultant">): string | null {
  return consultant?.grant_id ?? null;
}

export interface TenantIdentity {
  readonly id: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2; the default region of factors and the default currency follow from it. */
  readonly country: string;
  readonly plan: PlanName;
  readonly environment: Environment;
}

export type SqlValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly string[]
  | readonly (string | null)[]
  | readonly number[]
  | readonly (number | null)[]
  | readonly boolean[]
  | readonly Uint8Array[];

/** A row as the database's own text, column by column: no type parser ran. */
export type TextRow = readonly (string | null)[];

/**
 * Statements bound to one tenant and environment. In every statement $1 is the tenant id and $2 the environment
 * (both must be used); `parameters` start at $3. Values arrive as: numeric and dates = text, timestamptz = ISO 8601
 * UTC text with microseconds, bigint = number, json = parsed, bytea = Buffer.
 */
export interface TenantQueries {
  /** `Row` is the caller's statement of the columns that its own text selects. */
  rows<Row>(statement: Statement, parameters?: readonly SqlValue[]): Promise<Row[]>;
  /** The same without type parsers, for lists that are written as JSON text. */
  textRows(statement: Statement, parameters?: readonly SqlValue[]): Promise<TextRow[]>;
}

/** An open transaction of one tenant: a change, its audit rows and its events are written in one. */
export interface TenantTransaction extends TenantQueries {
  readonly inTransaction: true;
}

export interface TenantDb extends TenantQueries {
  /** Several reads over one connection; the database refuses every change. Not nested. */
  readOnly<T>(work: (tx: TenantQueries) => Promise<T>): Promise<T>;
  /** Commits when `work` resolves, rolls back when it throws. Not nested. */
  transaction<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T>;
}

/** Statements before the tenant is known: credentials, tenants, the queue. Parameters start at $1. */
export interface SystemDb extends SystemQueries {
  /** Commits when `work` resolves, rolls back when it throws. Not nested. */
  transaction<T>(work: (tx: SystemTransaction) => Promise<T>): Promise<T>;
}

export interface SystemQueries {
  rows<Row>(statement: Statement, parameters?: readonly SqlValue[]): Promise<Row[]>;
}

/** An open transaction before the tenant is known: accounts, sessions, OAuth. */
export interface SystemTransaction extends SystemQueries {
  readonly inTransaction: true;
}

export interface Clock {
  now(): Date;
}

/** Makes UUIDv7 ids, in creation order within one process. */
export type NewId = () => string;

/**
 * A company's documents, named by their SHA-256 (lower hex): a content is kept once, sealed with the company's key. What
 * other companies keep is unknown here, whoever knows its hash.
 */
export interface FileStore {
  /**
   * Seals the files of an upload into the store; each is durable under its name when this resolves, and what was unencrypted
   * on the disk is removed. `is_read_next`: small ones are given to `takeReceived`, where this process reads files.
   * @throws Error when one does not hash to its `sha256`; others may be stored then.
   */
  adopt(
    files: readonly (ReceivedContent & Pick<ReceivedFile, "sha256">)[],
    use?: { readonly is_read_next: boolean },
  ): Promise<void>;
  /** Seals bytes that the service has made or fetched. What is stored already stays, unless it is damaged. */
  put(bytes: Uint8Array, sha256: string): Promise<void>;
  /** A small content that this process has received and sealed a moment ago, once; null: it is to be read. */
  takeReceived(sha256: string): Uint8Array | null;
  /** @throws Error when the content is missing or no longer hashes to `sha256`. */
  read(sha256: string): Promise<Buffer>;
  /**
   * The content in chunks, for files that are passed on without being held. @throws Error when it is missing, and before
   * the last chunk when it no longer hashes to `sha256`.
   */
  open(sha256: string): Promise<AsyncIterable<Uint8Array>>;
}

/** Background work that is enqueued inside the transaction of the change that causes it. */
export interface JobRequest {
  readonly kind: string;
  /** At most one live job per kind and key. */
  readonly key: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface JobQueue {
  enqueue(tx: TenantTransaction, jobs: readonly JobRequest[]): Promise<void>;
}

/** Everything an operation may reach. Nothing in it knows a transport. */
export interface Context {
  readonly principal: Principal;
  readonly tenant: TenantIdentity;
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Unpredictable bytes for secrets. */
  readonly randomBytes: (length: number) => Buffer;
  /** Factors, categories, rates: a snapshot of the reference tables, reloaded when they change. */
  readonly catalog: () => Promise<Catalog>;
  /** The operator's extract of the company register, read at its first use; without one it knows no company. */
  readonly companyRegister: () => Promise<CompanyRegister>;
  readonly cursors: CursorCodec;
  readonly files: FileStore;
  readonly jobs: JobQueue;
  /** Tells of uploads, by their id, whose files have ended. */
  readonly uploadChanges: Changes;
  /** Writes an event of the catalog into the outbox of the same transaction. */
  readonly emit: (tx: TenantTransaction, event: EventName, data: EventData) => Promise<void>;
  /** Drops a credential from this process's cache at once; other processes hear of it by notification. */
  readonly forgetCredential: (credential_id: string) => void;
  /** Keeps what must be read again as plaintext, such as signing secrets, encrypted with this installation's key. */
  readonly secrets: Sealer;
  /**
   * What a connection to an address that the tenant gives would be told now; nothing is sent there. Loopback is accepted
   * in the sandbox of a service whose own public address is loopback.
   */
  readonly checkAddress: (url: string) => Promise<AddressCheck>;
  /** A source that documents are fetched from, for this company; nothing is opened before its first use. */
  readonly openSource: (access: SourceAccess) => SourceConnector;
  /** Makes files of reports. */
  readonly rendering: ReportRendering;
  /** Looks into documents: their pages, and what electronic ones say. */
  readonly pages: PageDrawing;
}
