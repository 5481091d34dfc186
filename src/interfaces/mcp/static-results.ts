import type { Operation } from "../../core/operation.ts";
import { type Era, SUPPORTED_VERSIONS } from "./era.ts";
import { promptList } from "./prompts.ts";
import { resourceList } from "./resources.ts";
import { type CacheHint, membersOf, type ResultWriter } from "./result.ts";
import { describeTools } from "./tool-list.ts";

/** Lists change only with a release; five minutes bound how long a client sees the old one. */
const LIST_CACHE: CacheHint = { ttlMs: 300_000, cacheScope: "public" };

export const CAPABILITIES = { tools: {}, resources: {}, prompts: {} } as const;

/** Results that are the same for every caller, as JSON text per era and method; made once, at start. */
export type StaticResults = Readonly<Record<Era, ReadonlyMap<string, string>>>;

export function staticResults(
  tools: readonly Operation[],
  instructions: string,
  writeResult: ResultWriter,
): StaticResults {
  const names = new Set(tools.map((tool) => tool.name));
  const lists: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["tools/list", { tools: describeTools(tools) }],
    ["prompts/list", { prompts: promptList(names) }],
    ["resources/list", { resources: resourceList(names) }],
    ["resources/templates/list", { resourceTemplates: [] }],
  ];
  const discover = { supportedVersions: SUPPORTED_VERSIONS, capabilities: CAPABILITIES, instructions };
  const texts = (era: Era, entries: typeof lists): ReadonlyMap<string, string> =>
    new Map(entries.map(([method, value]) => [method, writeResult(era, membersOf(value), LIST_CACHE)]));
  return {
    legacy: new Map([...texts("legacy", lists), ["ping", "{}"]]),
    modern: texts("modern", [...lists, ["server/discover", discover]]),
  };
}
