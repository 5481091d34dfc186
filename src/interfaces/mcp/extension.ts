import type { Context } from "../../core/context.ts";
import type { Operation } from "../../core/operation.ts";
import type { Era } from "./era.ts";
import type { RpcRequest } from "./json-rpc.ts";
import type { ReadyRequest, ResultWriter } from "./result.ts";

export type ListMethod = "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list";

/** The admitted caller of a request, and what answers to it are made with. */
export interface ExtensionExchange {
  readonly era: Era;
  readonly writeResult: ResultWriter;
  /** Draws one call from the caller's bucket; answers its X-RateLimit-*. @throws RpcError when it is empty */
  draw(access: Operation["access"]): Promise<Readonly<Record<string, string>>>;
  context(): Context | Promise<Context>;
}

/** What an endpoint offers beside the operations, over the same wire. The service ships none. */
export interface McpExtension {
  readonly capabilities: Readonly<Record<Era, Readonly<Record<string, unknown>>>>;
  readonly lists: Readonly<Record<ListMethod, readonly object[]>>;
  /** null: not a request of this extension. @throws RpcError */
  prepare(exchange: ExtensionExchange, request: RpcRequest): Promise<ReadyRequest> | null;
}
