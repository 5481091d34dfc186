import { compare, cpuOf } from "../load.ts";
import { startFloor } from "../processes.ts";
import { floorPost, MCP_PATH, type McpEra, mcpRequest } from "../requests.ts";
import { type CaseResult, information, ratioAtLeast, type ResultRow } from "../result.ts";
import type { Stage } from "../stage.ts";

const BUDGET = 0.5;
const ERAS: readonly (readonly [McpEra, string])[] = [
  ["legacy", "2025-11-25"],
  ["modern", "2026-07-28"],
];

/** tools/list in both protocol eras against a bare server that sends the same bytes. */
export async function toolList(stage: Stage): Promise<CaseResult> {
  const rows: ResultRow[] = [];
  for (const [era, version] of ERAS) rows.push(...(await measure(stage, era, version)));
  return {
    title: "tools/list",
    rows,
    notes: ["The floor reads the request's body, looks at nothing and sends bytes that it holds ready."],
  };
}

async function measure(stage: Stage, era: McpEra, version: string): Promise<ResultRow[]> {
  const { bench, effort, service, tenants } = stage;
  const requests = tenants.measured.keys.map((key) => mcpRequest(era, "tools/list", {}, key));
  const [sample = ""] = requests;
  const body = await bodyOf(service.port, sample);
  const connection = bench.service.connection;
  const fixed = { "/tools": { media_type: "text/event-stream", body } };
  const floor = await startFloor(bench, { connection, queries: {}, fixed });
  try {
    const sent = sample.slice(sample.indexOf("\r\n\r\n") + 4);
    const measured = await compare(effort, bench.serverPid, {
      floor: { server: floor, requests: [floorPost("/tools", sent)] },
      ours: { server: service, requests },
    });
    const rates = [measured.ours.requests_per_second, measured.floor.requests_per_second] as const;
    return [
      ratioAtLeast(`${version}, ${Buffer.byteLength(body)} bytes`, ...rates, BUDGET),
      { ...information(`${version}: CPU, Node + database`, cpuOf(measured.ours)), floor: cpuOf(measured.floor) },
    ];
  } finally {
    await floor.stop();
  }
}

/** The answer's body to a raw request, through an ordinary client. */
async function bodyOf(port: number, request: string): Promise<string> {
  const [head = "", body = ""] = request.split("\r\n\r\n");
  const headers = head
    .split("\r\n")
    .slice(1)
    .map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)])
    .filter(([name]) => name !== "host" && name !== "content-length");
  const response = await fetch(`http://127.0.0.1:${port}${MCP_PATH}`, { method: "POST", headers, body });
  if (response.status !== 200) throw new Error(`tools/list answered ${response.status}: ${await response.text()}`);
  return await response.text();
}
