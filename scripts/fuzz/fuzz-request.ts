import type { Contract } from "./contract.ts";

/** What must come of a request: work, a refusal, or either. */
export type Expectation = "accepted" | "refused" | "any";

export interface FuzzRequest {
  readonly door: "rest" | "mcp" | "raw";
  readonly listener: "main" | "sandbox";
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** Whole bytes of a request that no HTTP client would send; the members above are then empty. */
  readonly raw: Buffer | null;
  readonly expectation: Expectation;
  /** operationId or name of the tool; null where none is meant. */
  readonly operation: string | null;
  /** What this request is, in a few words. */
  readonly what: string;
}

export interface FuzzAnswer {
  /** 0: the connection ended without an answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded, as text. */
  readonly text: string;
}

/** A key as its bearer text. */
export interface FuzzKeys {
  /** Live, every scope, Enterprise plan. */
  readonly live: readonly string[];
  readonly sandbox: readonly string[];
  /** Live, one scope only. */
  readonly poor: readonly string[];
  /** Of a company without fullApiAccess. */
  readonly starter: readonly string[];
  /** Revoked, expired, of other addresses, unknown. */
  readonly refused: readonly string[];
}

/** The running service as the fuzzer sees it. */
export interface FuzzTarget {
  /** Origins that connections go to. */
  readonly main: string;
  readonly sandbox: string;
  readonly errors_url: string;
  readonly keys: FuzzKeys;
  readonly contract: Contract;
  /** Ids of the keys' company, by the first part of the path that lists them. */
  readonly own_ids: Readonly<Record<string, readonly string[]>>;
  /** Ids of another company, the same way. */
  readonly foreign_ids: Readonly<Record<string, readonly string[]>>;
  /** Called before each request; a test moves its clock here. */
  readonly tick?: () => void;
}
