import { z } from "zod";
import { type Contract, readContract } from "./contract.ts";
import type { FuzzTarget } from "./fuzz-request.ts";
import type { RecordPools } from "./record-pools.ts";

export type TargetFacts = Omit<FuzzTarget, "contract">;

/** What the service says of itself, read once with a key that may read everything. */
export async function openContract(main: string, key: string): Promise<Contract> {
  return readContract(await getJson(`${main}/api/v1/openapi.json`, key), await toolList(main, key));
}

/** Lists that show records which requests may name, by the operation that shows them. */
const LISTS: Readonly<Record<string, string>> = {
  list_emissions: "emissions",
  list_activities: "activities",
  list_upload_files: "upload-files",
  list_review_items: "review-items",
  list_reports: "reports",
  list_emission_factors: "emission-factors",
};

/** Fills the pools from the first pages of the company's lists. */
export async function readRecords(records: RecordPools, main: string, key: string): Promise<void> {
  for (const [operation, path] of Object.entries(LISTS))
    records.learn(operation, await getJson(`${main}/api/v1/${path}?limit=200`, key));
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
