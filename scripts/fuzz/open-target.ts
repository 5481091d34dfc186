import { z } from "zod";
import { type Contract, readContract } from "./contract.ts";
import type { FuzzKeys, FuzzTarget } from "./fuzz-request.ts";

export interface TargetFacts {
  readonly main: string;
  readonly sandbox: string;
  readonly errors_url: string;
  readonly keys: FuzzKeys;
  /** Key of another company that has records too. */
  readonly foreign_key: string;
  /** Ids of uploads, which no list shows. */
  readonly own_uploads: readonly string[];
  readonly foreign_uploads: readonly string[];
  readonly tick?: () => void;
}

const row = z.looseObject({ id: z.string(), name: z.string().optional(), needs_entry: z.boolean().optional() });
const rows = z.object({ items: z.array(row) });

/** Reads from the running service what requests are made of: its descriptions, and ids of records that it shows. */
export async function openTarget(facts: TargetFacts): Promise<FuzzTarget> {
  const { main, sandbox, errors_url, keys, foreign_key, own_uploads, foreign_uploads, tick } = facts;
  const [key = ""] = keys.live;
  const openapi = await getJson(`${main}/api/v1/openapi.json`, key);
  const contract = readContract(openapi, await toolList(main, key));
  return {
    main,
    sandbox,
    errors_url,
    keys,
    contract,
    own_ids: { ...(await idsOf(contract, main, key)), uploads: own_uploads },
    // Reference tables are everybody's.
    foreign_ids: { ...(await idsOf(contract, main, foreign_key)), uploads: foreign_uploads, "emission-factors": [] },
    ...(tick === undefined ? {} : { tick }),
  };
}

/** Keys of this name may be ended by requests; the ones that requests are sent with may not. */
export const SPARE_KEY = "spare";

/** First pages of all lists that this key may read, by the first part of their path. */
async function idsOf(contract: Contract, main: string, key: string): Promise<Record<string, readonly string[]>> {
  const ids: Record<string, readonly string[]> = {};
  for (const { method, path, parameters } of contract.operations) {
    const list = path.slice(1);
    if (method !== "GET" || list.includes("/") || !parameters.some((one) => one.name === "cursor")) continue;
    const page = rows.safeParse(await getJson(`${main}/api/v1/${list}?limit=200`, key).catch(() => null));
    const items = page.data?.items ?? [];
    ids[list] = items.filter((item) => isUsable(list, item)).map((item) => item.id);
  }
  return ids;
}

/** Keys that requests are sent with stay; of files only those have requests of their own that nobody has entered yet. */
function isUsable(list: string, { name, needs_entry }: z.output<typeof row>): boolean {
  if (list === "api-keys") return name === SPARE_KEY;
  return list !== "upload-files" || needs_entry === true;
}

async function getJson(url: string, key: string): Promise<unknown> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  if (!answer.ok) throw new Error(`${url} is ${answer.status}: ${await answer.text()}`);
  return await answer.json();
}

async function toolList(main: string, key: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, accept: "application/json", "content-type": "application/json" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const answer = await fetch(`${main}/api/mcp`, { method: "POST", headers, body });
  return z.object({ result: z.object({ tools: z.array(z.unknown()) }) }).parse(await answer.json()).result.tools;
}
