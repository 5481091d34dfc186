import { compare, cpuOf } from "../load.ts";
import { mcpRequest, restRequest } from "../requests.ts";
import { type CaseResult, information, ratioAtLeast } from "../result.ts";
import { cycled, type Stage } from "../stage.ts";
import { pagesAnywhere } from "./list-pages.ts";

const BUDGET = 0.8;

/** tools/call list_emissions in both protocol eras against the REST route, the same pages. */
export async function toolCall(stage: Stage, entries: number): Promise<CaseResult> {
  const { bench, effort, service, tenants } = stage;
  const { keys } = tenants.measured;
  const pages = cycled(await pagesAnywhere(stage, entries), keys.length);
  const call = (era: "legacy" | "modern") => ({
    server: service,
    requests: keys.map((key, index) =>
      mcpRequest(era, "tools/call", { name: "list_emissions", arguments: pages[index] ?? {} }, key),
    ),
  });
  const measured = await compare(effort, bench.serverPid, {
    rest: { server: service, requests: keys.map((key, index) => restRequest("/emissions", pages[index] ?? {}, key)) },
    legacy: call("legacy"),
    modern: call("modern"),
  });
  const rate = measured.rest.requests_per_second;
  return {
    title: `tools/call list_emissions, pages of 50 over ${entries} entries, against REST`,
    rows: [
      ratioAtLeast("2025-11-25", measured.legacy.requests_per_second, rate, BUDGET),
      ratioAtLeast("2026-07-28", measured.modern.requests_per_second, rate, BUDGET),
      { ...information("2026-07-28: CPU, Node + database", cpuOf(measured.modern)), floor: cpuOf(measured.rest) },
    ],
    notes: [
      `An answer has ${measured.legacy.bytes_per_answer} bytes, twice those of REST (${measured.rest.bytes_per_answer}): ` +
        "the protocol wants the result as text and as structured content.",
    ],
  };
}
