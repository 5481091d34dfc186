import type { Era } from "./era.ts";
import type { Pieces } from "./pieces.ts";

/** A result under construction: JSON text of its members without the braces, and extra `_meta` members. */
export interface ResultMembers {
  readonly members: Pieces;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Headers of the HTTP answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** complete unless said otherwise. */
  readonly resultType?: "input_required";
}

/** One answer: the result as JSON text, and headers that belong to it. */
export interface Answer {
  readonly result: Pieces;
  /** Notifications as JSON text, to be sent before the result where a stream can carry them. */
  readonly before?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/** A request that may run: whatever it draws from a bucket has been drawn. */
export type ReadyRequest = () => Answer | Promise<Answer>;

export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly websiteUrl: string;
}

/** Who may reuse a result, and for how long (2026-07-28, server/utilities/caching). */
export interface CacheHint {
  readonly ttlMs: number;
  readonly cacheScope: "public" | "private";
}

/** Closes results for both eras; 2026-07-28 adds resultType, the server's name and, where given, the cache hint. */
export interface ResultWriter {
  (era: Era, result: ResultMembers, cache?: CacheHint): Pieces;
}

export function resultWriter(serverInfo: ServerInfo): ResultWriter {
  const info = `"io.modelcontextprotocol/serverInfo":${JSON.stringify(serverInfo)}`;
  return (era, { members, meta, resultType = "complete" }, cache) => {
    const extras = meta === undefined ? "" : JSON.stringify(meta).slice(1, -1);
    if (era === "legacy") return braces(members, extras === "" ? "" : `"_meta":{${extras}}`);
    const hint = cache === undefined ? "" : `"ttlMs":${cache.ttlMs},"cacheScope":"${cache.cacheScope}",`;
    const metaMembers = extras === "" ? info : `${info},${extras}`;
    return braces(members, `${hint}"resultType":"${resultType}","_meta":{${metaMembers}}`);
  };
}

/** An object of these members and, after them, of the given text of further ones. */
function braces(members: Pieces, further: string): Pieces {
  const isEmpty = members.every((piece) => piece.length === 0);
  return ["{", ...members, `${isEmpty || further === "" ? "" : ","}${further}}`];
}

/** Members of a plain object as text, for results that are built as values. */
export function membersOf(value: Readonly<Record<string, unknown>>): ResultMembers {
  return { members: [JSON.stringify(value).slice(1, -1)] };
}
