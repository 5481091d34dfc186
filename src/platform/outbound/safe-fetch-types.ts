import type { AddressCheck } from "../../core/untrusted-url.ts";

/** One request to an address that somebody else chose. Every bound must be named by the caller. */
export interface SafeFetchRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** For the name's resolution, the TCP connection and the TLS handshake together. */
  readonly connect_timeout_ms: number;
  /** For everything, from the look-up to the last byte that is read. */
  readonly deadline_ms: number;
  /** What is read of the body at most; the rest is not waited for. */
  readonly response_limit_bytes: number;
  /** Whether 127.0.0.0/8, ::1 and http to them may be reached: the sandbox of an installation on one machine. */
  readonly allow_loopback: boolean;
  /** Ends the request early, as when the service stops. */
  readonly signal?: AbortSignal;
}

/** Any status is an answer, redirects included: none is followed. */
export interface SafeFetchResponse {
  readonly status: number;
  /** Lower-case names; repeated ones joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** As sent, never decompressed; at most `response_limit_bytes`. */
  readonly body: Buffer;
  readonly is_truncated: boolean;
  /** The address that answered; null when a proxy resolved the name. */
  readonly address: string | null;
}

export type FetchFailure = "invalid_url" | "blocked" | "dns" | "connect" | "tls" | "timeout" | "reset" | "http";

/** Why there is no answer; `message` is in our own words and may be shown to the owner of the address. */
export class SafeFetchError extends Error {
  readonly failure: FetchFailure;
  readonly address: string | null;

  constructor(failure: FetchFailure, message: string, options: { address: string | null; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "SafeFetchError";
    this.failure = failure;
    this.address = options.address;
  }
}

export interface SafeFetch {
  /** @throws SafeFetchError when no complete answer arrived within the bounds; the reason of `signal` when that ended it */
  fetch(request: SafeFetchRequest): Promise<SafeFetchResponse>;
  /** The verdict that a connection would get now; connects to nothing. A name without an address is accepted. */
  check(url: string, options: { readonly allow_loopback: boolean }): Promise<AddressCheck>;
  /** Ends what is under way and what is kept open. */
  close(): Promise<void>;
}

/** What the operator sets. */
export interface SafeFetchSettings {
  /** Ranges that are opened although they are private; metadata and link-local addresses stay refused. */
  readonly allow_cidrs: readonly string[];
  /** Resolvers to ask instead of the machine's, as ip or ip:port; none: the machine's. */
  readonly dns_servers: readonly string[];
  /** PEM file of authorities that are trusted besides the public ones. */
  readonly extra_ca_file: string | undefined;
  /** Forward proxy (http) through which every request goes by CONNECT. */
  readonly proxy_url: string | undefined;
}
