import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DocumentHost, documentHost } from "../../support/client-documents.ts";
import { type InteropSite, interopSite } from "../../support/interop-site.ts";
import { MemoryProvider, SDK_CALLBACK } from "../../support/oauth-provider.ts";

let host: DocumentHost;
let site: InteropSite;
beforeAll(async () => {
  host = await documentHost();
  site = await interopSite({ safe_fetch: host.safe_fetch });
});
afterAll(async () => {
  await site.close();
  await host.close();
});

const INFO = { name: "interop-test", version: "1.0.0" };

/** Connects until the person is needed, lets them in, connects again; the number of tools says that it worked. */
type Connect = (provider: MemoryProvider) => Promise<number>;

const sdk1: Connect = async (authProvider) => {
  const first = new TransportV1(new URL(site.mcp_url), { authProvider });
  await expect(new ClientV1(INFO).connect(first)).rejects.toThrow(/unauthorized/i);
  const callback = await site.window(authProvider.opened[0] ?? "");
  await first.finishAuth(callback.searchParams.get("code") ?? "");
  const client = new ClientV1(INFO);
  await client.connect(new TransportV1(new URL(site.mcp_url), { authProvider }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.length;
};

const sdk2: Connect = async (authProvider) => {
  const first = new TransportV2(new URL(site.mcp_url), { authProvider });
  await expect(new ClientV2(INFO).connect(first)).rejects.toThrow(/unauthorized/i);
  await first.finishAuth((await site.window(authProvider.opened[0] ?? "")).searchParams);
  const client = new ClientV2(INFO);
  await client.connect(new TransportV2(new URL(site.mcp_url), { authProvider }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.length;
};

describe.each([
  ["SDK 1", sdk1],
  ["SDK 2", sdk2],
])("the official client %s that describes itself in a document", (name, connect) => {
  test("[contract 5.4.3] connects without registering; the service reads the document over TLS", async () => {
    const path = `/${name.replace(" ", "-").toLowerCase()}.json`;
    const address = host.publish(path, { client_name: `Documented ${name}`, redirect_uris: [SDK_CALLBACK] });
    const provider = new MemoryProvider(address);
    expect(await connect(provider)).toBeGreaterThan(5);
    expect(provider.opened[0]?.searchParams.get("client_id")).toBe(address);
    expect(provider.clientInformation()).toMatchObject({ client_id: address });
    expect(host.asked(path)).toBe(1);
  });
});
