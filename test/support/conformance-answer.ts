import type { Era } from "../../src/interfaces/mcp/era.ts";
import type { CacheHint } from "../../src/interfaces/mcp/result.ts";

/** Severities of log messages, least severe first (MCP, server/utilities/logging; RFC 5424 6.2.1). */
export const LOG_LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Members = Readonly<Record<string, unknown>>;

/** What only the client can answer: by its user, its model or its configuration. */
export interface InputRequest {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  readonly params: Members;
}

/**
 * A whole result, or questions to the client (2026-07-28, basic/patterns/mrtr). The client sends the request again with
 * its responses and the state, which the endpoint signs and binds to the caller and the request.
 */
export type ExtensionAnswer =
  | { readonly kind: "complete"; readonly members: Members; readonly cache?: CacheHint }
  | {
      readonly kind: "input_required";
      readonly requests: Readonly<Record<string, InputRequest>>;
      /** At most eight texts of together at most 700 bytes as JSON. */
      readonly state?: readonly string[];
    };

export interface ExtensionCall {
  readonly era: Era;
  readonly params: Members;
  /** What the client declares that it can do; empty before 2026-07-28, where requests do not say it. */
  readonly capabilities: Members;
  /** Responses to an earlier answer's questions, by their keys; a response that is no object is left out. */
  readonly responses: Readonly<Record<string, Members>>;
  /** The state of an earlier answer, or null. */
  readonly state: readonly string[] | null;
  /** Sends notifications/progress with the answer, where the request carries a progress token. */
  progress(progress: number, total: number): void;
  /** Sends notifications/message with the answer; since 2026-07-28 only from the level up that the request names. */
  log(level: LogLevel, data: string): void;
}

/** A request that the extension answers. */
export interface ExtensionWork {
  /** The bucket that a tool call is drawn from; other methods draw nothing. */
  readonly access: "read" | "write";
  /** @throws ServiceError, in-band for tools; RpcError */
  run(call: ExtensionCall): Promise<ExtensionAnswer>;
}
