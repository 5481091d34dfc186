import { compare, cpuOf } from "../load.ts";
import { connectAssistants } from "../oauth-tokens.ts";
import { restRequest } from "../requests.ts";
import { type CaseResult, information, percent, shown } from "../result.ts";
import type { Stage } from "../stage.ts";

/** The first page of GET /api/v1/emissions with access tokens of connected assistants, beside the same page with keys. */
export async function oauthToken(stage: Stage): Promise<CaseResult> {
  const { bench, effort, service, tenants } = stage;
  const { id, keys } = tenants.measured;
  const tokens = await connectAssistants(bench.service, id, keys.length);
  const measured = await compare(effort, bench.serverPid, {
    keys: { server: service, requests: keys.map((key) => restRequest("/emissions", {}, key)) },
    tokens: { server: service, requests: tokens.map((token) => restRequest("/emissions", {}, token)) },
  });
  const [rate, of_keys] = [measured.tokens.requests_per_second, measured.keys.requests_per_second];
  return {
    title: "GET /api/v1/emissions, first page, with an OAuth token against an API key",
    rows: [
      {
        ...information("rate", `${shown(rate)}/s`),
        floor: `${shown(of_keys)}/s`,
        ratio: percent(rate / of_keys),
      },
      { ...information("p99", `${shown(measured.tokens.p99_ms)} ms`), floor: `${shown(measured.keys.p99_ms)} ms` },
      { ...information("CPU, Node + database", cpuOf(measured.tokens)), floor: cpuOf(measured.keys) },
    ],
    notes: [
      `${tokens.length} connections, ${keys.length} keys. A key is remembered between requests; a token is looked up for every ` +
        "request, with the grant, the administrator and the role that it rests on.",
    ],
  };
}
