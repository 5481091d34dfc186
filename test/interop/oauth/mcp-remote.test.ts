import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { freePort } from "../../support/free-port.ts";
import { type InteropSite, interopSite } from "../../support/interop-site.ts";
import { isMcpRemoteInstalled, MCP_REMOTE_INSTALL, mcpRemote, type McpRemote } from "../../support/mcp-remote.ts";

const title = isMcpRemoteInstalled
  ? "mcp-remote"
  : `mcp-remote (skipped: run \`${MCP_REMOTE_INSTALL}\` on Linux first)`;
const PAGE = { name: "list_emissions", arguments: { limit: 2 } };

describe.skipIf(!isMcpRemoteInstalled)(title, () => {
  let site: InteropSite;
  let remote: McpRemote;
  beforeAll(async () => {
    site = await interopSite();
  });
  afterAll(async () => {
    await remote.close();
    await site.close();
  });

  test("[contract 5.4.2, 5.4.3, 5.4.4] opens a browser once, and connects when the person has allowed it", async () => {
    const started = mcpRemote(site.mcp_url, inject("run_directory"), await freePort());
    ({ remote } = started);
    const callback = await site.window(await remote.nextOpened(0));
    expect((await fetch(callback)).status).toBe(200);
    await started.ready;
    expect(remote.client.getServerVersion()?.name).toBeTruthy();
    const { tools } = await remote.client.listTools();
    expect(tools.map(({ name }) => name)).toContain("list_emissions");
    expect(await remote.client.callTool(PAGE)).toMatchObject({ structuredContent: { items: [{}, {}] } });
  });

  test("passes a missing right on to the assistant", async () => {
    const target = { name: "Halve it", baseline_year: 2025, target_year: 2030, target_reduction_percent: 50 };
    expect(await remote.client.callTool({ name: "create_target", arguments: target })).toMatchObject({
      isError: true,
      content: [{ type: "text", text: expect.stringContaining("auth.scope_required") as unknown }],
    });
  });

  test("[contract 5.4.6] goes on after the hour without a browser", async () => {
    site.app.db.clock.advance(3_605);
    // One call: with several at once, two writes of its own token file can meet, and it opens a window whatever we answer.
    expect(await remote.client.callTool(PAGE)).toMatchObject({ structuredContent: { items: [{}, {}] } });
    expect(remote.opened()).toHaveLength(1);
  });
});
