import type { Operation } from "../../core/operation.ts";
import { utf8 } from "../http/utf8.ts";
import { type Era, SUPPORTED_VERSIONS } from "./era.ts";
import type { ListMethod, McpExtension } from "./extension.ts";
import { textOf } from "./pieces.ts";
import { promptList } from "./prompts.ts";
import { resourceList } from "./resources.ts";
import { type CacheHint, membersOf, type ResultWriter } from "./result.ts";
import { describeTools } from "./tool-list.ts";

/** Lists change only with a release; five minutes bound how long a client sees the old one. */
const LIST_CACHE: CacheHint = { ttlMs: 300_000, cacheScope: "public" };

/** What the server can do, as `initialize` and `server/discover` say it. */
export function capabilitiesOf(era: Era, extension: McpExtension | undefined): Readonly<Record<string, unknown>> {
  return { tools: {}, resources: {}, prompts: {}, ...extension?.capabilities[era] };
}

/** Results that are the same for every caller, as JSON text in UTF-8 per era and method; made once. */
export type StaticResults = Readonly<Record<Era, ReadonlyMap<string, Buffer>>>;

export function staticResults(
  tools: readonly Operation[],
  instructions: string,
  writeResult: ResultWriter,
  extension?: McpExtension,
): StaticResults {
  const names = new Set(tools.map((tool) => tool.name));
  const further = (method: ListMethod): readonly object[] => extension?.lists[method] ?? [];
  const lists: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["tools/list", { tools: [...describeTools(tools), ...further("tools/list")] }],
    ["prompts/list", { prompts: [...promptList(names), ...further("prompts/list")] }],
    ["resources/list", { resources: [...resourceList(names), ...further("resources/list")] }],
    ["resources/templates/list", { resourceTemplates: further("resources/templates/list") }],
  ];
  const capabilities = capabilitiesOf("modern", extension);
  const discover = { supportedVersions: SUPPORTED_VERSIONS, capabilities, instructions };
  const results = (era: Era, entries: typeof lists): ReadonlyMap<string, Buffer> =>
    new Map(entries.map(([method, value]) => [method, utf8(textOf(writeResult(era, membersOf(value), LIST_CACHE)))]));
  return {
    legacy: new Map([...results("legacy", lists), ["ping", utf8("{}")]]),
    modern: results("modern", [...lists, ["server/discover", discover]]),
  };
}
