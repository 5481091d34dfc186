import type { Contract } from "./contract.ts";
import type { RecordPools } from "./record-pools.ts";

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

/** The running service as one caller sees it. */
export interface FuzzTarget {
  /** Who calls: a company, or a consultant for one. */
  readonly name: string;
  readonly caller: "tenant" | "consultant";
  /** What every request of this caller carries beside its credential. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the plan of the company opens REST. */
  readonly has_rest: boolean;
  /** Origins that connections go to. */
  readonly main: string;
  readonly sandbox: string;
  readonly errors_url: string;
  readonly keys: FuzzKeys;
  readonly contract: Contract;
  /** Records of the caller's company. */
  readonly records: RecordPools;
  /** Records of another company. */
  readonly foreign_records: RecordPools;
  /** Called before each request; a test moves its clock here. */
  readonly tick?: () => void;
}
