import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../../support/http-client.ts";
import { type InteropSite, interopSite } from "../../support/interop-site.ts";
import { post } from "../../support/oauth-client.ts";
import { FetchTogether } from "../../support/fetch-together.ts";
import { MemoryProvider } from "../../support/oauth-provider.ts";

/** What the tests below need of either generation of the official client. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

/** One try to connect: the client, and its way to finish what the person allowed. */
interface Attempt {
  connect(): Promise<AnyClient>;
  finish(callback: URL): Promise<void>;
}

let site: InteropSite;
beforeAll(async () => {
  site = await interopSite();
});
afterAll(() => site.close());

const PAGE = { name: "list_emissions", arguments: { limit: 2 } };
const INFO = { name: "interop-test", version: "1.0.0" };

function sdk1(authProvider: MemoryProvider, fetch: typeof globalThis.fetch): Attempt {
  const client = new ClientV1(INFO);
  const transport = new TransportV1(new URL(site.mcp_url), { authProvider, fetch });
  return {
    connect: async () => {
      await client.connect(transport);
      return client;
    },
    // This generation leaves `state` and `iss` to its host.
    finish: (callback) => transport.finishAuth(callback.searchParams.get("code") ?? ""),
  };
}

const sdk2 =
  (mode: "legacy" | "auto") =>
  (authProvider: MemoryProvider, fetch: typeof globalThis.fetch): Attempt => {
    const client = new ClientV2(INFO, { versionNegotiation: { mode } });
    const transport = new TransportV2(new URL(site.mcp_url), { authProvider, fetch });
    return {
      connect: async () => {
        await client.connect(transport);
        return client;
      },
      finish: (callback) => transport.finishAuth(callback.searchParams),
    };
  };

const CLIENTS: readonly (readonly [string, (provider: MemoryProvider, fetch: typeof globalThis.fetch) => Attempt])[] = [
  ["SDK 1", sdk1],
  ["SDK 2 of 2025-11-25", sdk2("legacy")],
  ["SDK 2 of 2026-07-28", sdk2("auto")],
];

describe.each(CLIENTS)("the official client %s with its own OAuth code", (_, attempt) => {
  const provider = new MemoryProvider();
  const together = new FetchTogether();
  let client: AnyClient;
  afterAll(async () => client.close());

  test("[contract 5.4.2, 5.4.3, 5.4.4] finds the server by its address, registers, and is let in by an administrator", async () => {
    const first = attempt(provider, together.fetch);
    await expect(first.connect()).rejects.toThrow(/unauthorized/i);
    const [asked] = provider.opened;
    expect(asked?.href.startsWith(`${site.base_url}/oauth/authorize?`)).toBe(true);
    expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
      code_challenge_method: "S256",
      resource: site.mcp_url,
      state: provider.state(),
    });
    const callback = await site.window(asked ?? "");
    expect(callback.href.startsWith(provider.redirectUrl)).toBe(true);
    expect(callback.searchParams.get("iss")).toBe(site.base_url);
    expect(callback.searchParams.get("state")).toBe(provider.state());
    await first.finish(callback);
    client = await attempt(provider, together.fetch).connect();
    expect(provider.opened).toHaveLength(1);
    expect(provider.issued).toMatchObject([{ expires_in: 3600, refresh_token: expect.any(String) as unknown }]);
  });

  test("lists the tools and reads the company's entries", async () => {
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("list_emissions");
    expect(await client.callTool(PAGE)).toMatchObject({ structuredContent: { items: [{}, {}] } });
  });

  test("writing was not allowed: the tool says so in-band, and no window opens", async () => {
    const target = { name: "Halve it", baseline_year: 2025, target_year: 2030, target_reduction_percent: 50 };
    const result = await client.callTool({ name: "create_target", arguments: target });
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: "text", text: expect.stringContaining("auth.scope_required") as unknown }],
    });
    expect(provider.opened).toHaveLength(1);
    expect(provider.issued).toHaveLength(1);
  });

  test("[contract 5.4.6] renews its token silently after the hour, with a new refresh token", async () => {
    site.app.db.clock.advance(3_605);
    const [before] = provider.issued;
    const late = await call(site.app.main, "/api/v1/me", {
      headers: { authorization: `Bearer ${before?.access_token}` },
    });
    expect(late.status).toBe(401);
    expect(await client.callTool(PAGE)).toMatchObject({ structuredContent: { items: [{}, {}] } });
    expect(provider.opened).toHaveLength(1);
    expect(provider.issued).toHaveLength(2);
    expect(provider.issued[1]?.refresh_token).not.toBe(before?.refresh_token);
  });

  test("[contract 5.4.6] calls at once each renew the token after the hour, and none costs the access", async () => {
    const before = new Set(provider.issued.map(({ refresh_token }) => refresh_token));
    site.app.db.clock.advance(3_605);
    together.expect(5);
    const results = await Promise.all(Array.from({ length: 5 }, () => client.callTool(PAGE)));
    expect(together.refreshes).toBe(5);
    for (const result of results) expect(result).toMatchObject({ structuredContent: { items: [{}, {}] } });
    expect(provider.opened).toHaveLength(1);
    const after = new Set(provider.issued.map(({ refresh_token }) => refresh_token));
    expect(after.size).toBe(before.size + 1);
  });

  test("[contract 5.4.7] is asked for a new login once its access was ended", async () => {
    const token = provider.issued.at(-1)?.refresh_token ?? "";
    expect((await post(site.app, "/oauth/revoke", { token })).status).toBe(200);
    await expect(client.callTool(PAGE)).rejects.toThrow(/unauthorized/i);
    expect(provider.opened).toHaveLength(2);
  });
});
