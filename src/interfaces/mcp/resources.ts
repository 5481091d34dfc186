import type { Context } from "../../core/context.ts";
import { invoke } from "../../core/invoke.ts";
import { JsonText } from "../../core/json-text.ts";
import type { Operation } from "../../core/operation.ts";
import { PAGE_LIMIT_MAX } from "../../core/page.ts";
import { ghgScopesText } from "./ghg-scopes.ts";
import { isRecord } from "./json-rpc.ts";
import type { CacheHint } from "./result.ts";
import { usageGuide } from "./usage-guide.ts";

/** One entry of resources/list. */
export interface ResourceDescription {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

interface Resource extends ResourceDescription {
  /** The tool that its content comes from; the resource is offered where that tool is. */
  readonly tool?: string;
  readonly cache: CacheHint;
  read(source: ResourceSource): string | Promise<string>;
}

/** What resources are read from. The context is resolved only for the content that needs a tenant. */
export interface ResourceSource {
  readonly tools: ReadonlyMap<string, Operation>;
  readonly base_url: string;
  readonly errors_url: string;
  context(): Context | Promise<Context>;
}

export interface ResourceContent {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
  readonly cache: CacheHint;
}

const HOUR_MS = 3_600_000;

const RESOURCES: readonly Resource[] = [
  {
    uri: "svc://emission-categories",
    name: "emission-categories",
    title: "Emission categories",
    description: "The live category taxonomy: Danish and English names, level, parent, default scope and factor.",
    mimeType: "application/json",
    tool: "list_emission_categories",
    cache: { ttlMs: 60_000, cacheScope: "private" },
    read: readTaxonomy,
  },
  {
    uri: "svc://ghg-scopes",
    name: "ghg-scopes",
    title: "GHG scopes",
    description: "Scope 1, 2 and 3 as this service applies them, with the 15 scope 3 categories; values in kg CO2e.",
    mimeType: "application/json",
    cache: { ttlMs: HOUR_MS, cacheScope: "public" },
    read: ghgScopesText,
  },
  {
    uri: "svc://usage-guide",
    name: "usage-guide",
    title: "Usage guide",
    description: "Authentication, scopes, pagination, date and error conventions of the tools.",
    mimeType: "text/markdown",
    cache: { ttlMs: HOUR_MS, cacheScope: "public" },
    read: (source) => usageGuide([...source.tools.values()], source.base_url, source.errors_url),
  },
];

export function resourceList(tools: ReadonlySet<string>): readonly ResourceDescription[] {
  return offered(tools).map(({ uri, name, title, description, mimeType }) => ({
    uri,
    name,
    title,
    description,
    mimeType,
  }));
}

/** The content of one resource, or null for an unknown address. @throws ServiceError of the tool it comes from */
export async function readResource(uri: unknown, source: ResourceSource): Promise<ResourceContent | null> {
  const resource = offered(new Set(source.tools.keys())).find((candidate) => candidate.uri === uri);
  if (resource === undefined) return null;
  const { mimeType, cache } = resource;
  return { uri: resource.uri, mimeType, cache, text: await resource.read(source) };
}

function offered(tools: ReadonlySet<string>): readonly Resource[] {
  return RESOURCES.filter((resource) => resource.tool === undefined || tools.has(resource.tool));
}

/** Pages that are read of the taxonomy at most: 25 x 200 categories is far above any catalog. */
const TAXONOMY_PAGES_MAX = 25;

async function readTaxonomy(source: ResourceSource): Promise<string> {
  const operation = source.tools.get("list_emission_categories");
  if (operation === undefined) throw new Error("the taxonomy is offered only with its tool");
  const ctx = await source.context();
  const categories: unknown[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < TAXONOMY_PAGES_MAX; pages += 1) {
    const input = { limit: PAGE_LIMIT_MAX, ...(cursor === null ? {} : { cursor }) };
    const page = readPage(await invoke(operation, ctx, input));
    categories.push(...page.items);
    cursor = page.next_cursor;
    if (cursor === null) return JSON.stringify({ count: categories.length, categories });
  }
  throw new Error("the taxonomy has more pages than expected");
}

function readPage(result: unknown): { items: readonly unknown[]; next_cursor: string | null } {
  const value: unknown = result instanceof JsonText ? JSON.parse(result.text) : result;
  if (!isRecord(value) || !Array.isArray(value["items"])) throw new Error("the taxonomy is not a list");
  const next = value["next_cursor"];
  return { items: value["items"], next_cursor: typeof next === "string" ? next : null };
}
