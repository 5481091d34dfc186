/** Systems that documents are fetched from; besides them a company has its uploads. */
export const CONNECTORS = ["folder", "imap", "s3", "sftp", "economic"] as const;
export type ConnectorKind = (typeof CONNECTORS)[number];

/** Why a source gave nothing. */
export const SOURCE_FAILURES = [
  "auth_failed",
  "forbidden",
  "rate_limited",
  "unavailable",
  "bad_data",
  "host_key_mismatch",
] as const;
export type SourceFailure = (typeof SOURCE_FAILURES)[number];

/** An expected failure of a source; `message` is in our own words and is shown to the company. */
export class SourceError extends Error {
  readonly failure: SourceFailure;
  /** How long the source wants to be left alone; null: it did not say. */
  readonly retry_after_seconds: number | null;

  constructor(
    failure: SourceFailure,
    message: string,
    options: { readonly cause?: unknown; readonly retry_after_seconds?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "SourceError";
    this.failure = failure;
    this.retry_after_seconds = options.retry_after_seconds ?? null;
  }
}

/** Where a source is and how one signs in there. */
export type SourceAccess =
  | { readonly kind: "folder"; readonly path: string }
  | {
      readonly kind: "imap";
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly mailbox: string;
      readonly has_tls: boolean;
      readonly password: string;
    }
  | {
      readonly kind: "s3";
      readonly endpoint: string;
      readonly region: string;
      readonly bucket: string;
      readonly prefix: string;
      readonly access_key_id: string;
      readonly secret_access_key: string;
    }
  | {
      readonly kind: "sftp";
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly path: string;
      readonly password: string | null;
      readonly private_key: string | null;
      readonly passphrase: string | null;
      /** Fingerprint that the server must show; null: whatever it shows is told by `test`. */
      readonly host_key: string | null;
    }
  | {
      readonly kind: "economic";
      readonly has_documents: boolean;
      readonly app_secret_token: string;
      readonly agreement_grant_token: string;
    };

interface ItemFacts {
  /** Name of the item at the source, unique there. */
  readonly external_id: string;
  /** Changes when the item's content does. */
  readonly revision: string;
}

/** A document. `read` may throw SourceError: bad_data and forbidden concern this item alone. */
export interface SourceFile extends ItemFacts {
  readonly kind: "file";
  readonly name: string;
  read(signal: AbortSignal): Promise<Uint8Array>;
}

/** A booking of a ledger. Amounts are decimal texts in `currency`, dates YYYY-MM-DD. */
export interface SourceRecord extends ItemFacts {
  readonly kind: "record";
  readonly booking: {
    readonly date: string;
    readonly account: string;
    readonly account_name: string;
    readonly voucher: string;
    readonly invoice_number: string;
    readonly text: string;
    readonly amount: string;
    readonly currency: string;
  };
}

/** An item that the source names and that cannot be used. */
export interface SourceDefect extends ItemFacts {
  readonly kind: "defect";
  readonly message: string;
}

export type SourceItem = SourceFile | SourceRecord | SourceDefect;

/** What the connector writes to find its place again; JSON. */
export type SourceCursor = Readonly<Record<string, string | number | null>>;

export interface SourcePage {
  /** At most SOURCE_PAGE_ITEMS_MAX. */
  readonly items: readonly SourceItem[];
  /** To be kept together with the items. */
  readonly cursor: SourceCursor | null;
  /** Whether another pull would give more now. */
  readonly has_more: boolean;
}

export const SOURCE_PAGE_ITEMS_MAX = 200;
/** Largest document that is fetched, in bytes: what an upload may hold by default. */
export const SOURCE_FILE_BYTES_MAX = 25 * 1024 * 1024;

/** One open source. Every method throws SourceError for what goes wrong over there, or the reason of the signal. */
export interface SourceConnector {
  /** Signs in and looks. Answers the server's host key where it has one. */
  test(signal: AbortSignal): Promise<{ readonly host_key: string | null }>;
  /**
   * What the source says that it is, at most 64 characters and not 64 hex digits: an agreement that is signed in to anew is the
   * same one. Absent where the way to a source says it.
   */
  identify?(signal: AbortSignal): Promise<string>;
  pull(request: { readonly cursor: SourceCursor | null; readonly signal: AbortSignal }): Promise<SourcePage>;
  close(): Promise<void>;
}
