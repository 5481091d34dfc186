import { ERROR_CODES } from "../../core/errors.ts";
import type { Operation } from "../../core/operation.ts";
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "../../core/page.ts";
import { RATE_LIMITS } from "../../core/rate-limits.ts";
import { tierGate } from "./tier-gate.ts";

/** `svc://usage-guide`: the conventions of all tools, written from what is registered. */
export function usageGuide(tools: readonly Operation[], base_url: string, errors_url: string): string {
  return [
    "# Usage guide",
    authentication(base_url),
    scopes(tools),
    pagination(),
    conventions(),
    errors(errors_url),
    limits(),
  ].join("\n\n");
}

function authentication(base_url: string): string {
  return [
    "## Authentication",
    "",
    "- Send `Authorization: Bearer <credential>` with every request: an API key (`qk_live_...` or `qk_sandbox_...`) or " +
      "an OAuth 2.1 access token.",
    `- OAuth starts at ${base_url}/.well-known/oauth-protected-resource/api/mcp; a 401 answer names the same address. An ` +
      "administrator of the company consents: to reading, and with a tick each to creating targets, generating reports and " +
      "managing scenarios. Other writing takes an API key.",
    `- An administrator ends a connection at ${base_url}/account/assistants; a program by revoking its token.`,
    "- A key sees one company and one environment, live or sandbox. Consultant keys name the company in `X-Svc-Tenant`.",
    "- There are no sessions: each request stands alone.",
  ].join("\n");
}

function scopes(tools: readonly Operation[]): string {
  const rows = tools.map((tool) => {
    const cells = [`\`${tool.name}\``, `\`${tool.scope ?? "none"}\``, tool.access, tierGate(tool.feature) ?? "none"];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "## Scopes and plans",
    "",
    "A tool without its scope answers `auth.scope_required`, one outside the plan `subscription.feature_required`. " +
      "Neither is solved by trying again: an administrator must connect the assistant anew with the box ticked, or " +
      "someone with the right must extend the key or the plan.",
    "",
    "| Tool | Scope | Access | Plan gate |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}

function pagination(): string {
  return [
    "## Pagination",
    "",
    "- Lists return `items` and `next_cursor`. Send `next_cursor` back unchanged as `cursor` until it is null.",
    `- \`limit\` is 1 to ${PAGE_LIMIT_MAX}, by default ${PAGE_LIMIT_DEFAULT}. There are no page numbers, offsets or totals.`,
    "- A cursor belongs to its list and its filters; with other filters start again without a cursor.",
    "- For a total ask a summary tool instead of adding up pages.",
  ].join("\n");
}

function conventions(): string {
  return [
    "## Dates and units",
    "",
    "- `from` and `to` are ISO 8601 and inclusive on both ends; a date alone means the start or the end of that day in " +
      "UTC. They are compared with the transaction date.",
    "- Emissions are kg CO2e. Divide by 1,000 for tonnes. Scope 2 is market-based unless location-based is asked for; " +
      "`scope2.market_based_fallback_kg` is the part of it that uses the average of the grid, because no contract, certificate " +
      "or residual mix covers it. What a figure of electricity rests on stands in the lineage, `calculation.inputs.market`: each " +
      "contract, certificate, residual mix or grid with kWh and kg.",
    "- Timestamps in results are UTC.",
  ].join("\n");
}

function errors(errors_url: string): string {
  const rows = Object.entries(ERROR_CODES).map(([code, { title }]) => `| \`${code}\` | ${title} |`);
  return [
    "## Errors",
    "",
    "- A failed tool call is a result with `isError: true` whose text is `{code, title, detail}`. `detail` says what to " +
      "change. Bad arguments arrive this way too, as `request.validation_failed`.",
    "- Missing or invalid credentials (HTTP 401, 403) and rate limits (HTTP 429) are JSON-RPC errors with code -32001 " +
      "and the same three members in `error.data`.",
    `- Each code is explained at ${errors_url}/<code>.`,
    "",
    "| Code | Meaning |",
    "|---|---|",
    ...rows,
  ].join("\n");
}

function limits(): string {
  const { live, sandbox } = RATE_LIMITS;
  return [
    "## Limits",
    "",
    `- Tool calls per minute and key: ${live.read} read and ${live.write} write, for sandbox keys ${sandbox.read} and ` +
      `${sandbox.write}.`,
    "- `X-RateLimit-Limit`, `-Remaining` and `-Reset` come with every tool call; after a 429 wait `Retry-After` seconds.",
    "",
  ].join("\n");
}
