import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { throughPages, type Visitor } from "../support/interop-site.ts";
import { MemoryProvider } from "../support/oauth-provider.ts";
import { browserOf, PASSWORD } from "../support/person.ts";
import {
  type CommandResult,
  type Installation,
  installation,
  type ServiceProcess,
} from "../support/service-process.ts";

/** The service as it ships, an operator at the command line, an administrator in a browser, and the official client. */
let site: Installation;
let service: ServiceProcess;
let base: string;
let tenant: string;
let anna: Visitor;
beforeAll(async () => {
  site = installation();
  service = await site.start();
  // The address that the service believes to have when nothing is configured.
  base = service.base.replace("127.0.0.1", "localhost");
  tenant = printed(await site.cli("tenant", "create", "--name", "Acme ApS", "--plan", "enterprise", "--json")).id ?? "";
  const words = ["--email", "anna@acme.example", "--tenant", "Acme ApS", "--role", "admin", "--json"];
  const link = new URL(printed(await site.cli("user", "create", ...words)).link ?? "");
  anna = { email: "anna@acme.example", ...browserOf({ main: base }) };
  await anna.post(link.pathname, { password: PASSWORD });
}, 300_000);
afterAll(() => site.remove());

function printed(result: CommandResult): { readonly id?: string; readonly link?: string } {
  expect(result).toMatchObject({ code: 0, stderr: "" });
  // Used for what it is taken for, and fails there if it is not.
  return JSON.parse(result.stdout) as { id?: string; link?: string };
}

async function attempt(authProvider: MemoryProvider): Promise<Client> {
  const client = new Client({ name: "e2e", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/api/mcp`), { authProvider }));
  return client;
}

const summary = async (client: Client) =>
  await client.callTool({ name: "get_emissions_summary", arguments: { group_by: "month" } });

test(
  "an assistant knows nothing but the address; its access outlives a restart and ends with the administrator's role",
  { timeout: 300_000 },
  async () => {
    const provider = new MemoryProvider();
    const first = new StreamableHTTPClientTransport(new URL(`${base}/api/mcp`), { authProvider: provider });
    await expect(new Client({ name: "e2e", version: "1.0.0" }).connect(first)).rejects.toThrow(/unauthorized/i);
    const [asked] = provider.opened;
    await first.finishAuth((await throughPages(new URL(asked ?? ""), anna, tenant)).searchParams);
    const client = await attempt(provider);
    expect(await summary(client)).toHaveProperty("structuredContent");

    service.signal("SIGTERM");
    expect(await service.ended()).toMatchObject({ code: 0 });
    service = await site.start({ env: { PORT: new URL(base).port } });
    expect(await summary(client)).toHaveProperty("structuredContent");
    expect(provider.opened).toHaveLength(1);

    // Another process takes the role away; somebody has to remain.
    await site.cli("user", "create", "--email", "bo@acme.example", "--tenant", "Acme ApS", "--role", "admin");
    expect(await site.cli("user", "remove", "--tenant", "Acme ApS", "--email", anna.email)).toMatchObject({ code: 0 });
    await expect(summary(client)).rejects.toThrow(/unauthorized/i);
    expect(provider.opened).toHaveLength(2);
    await client.close();
  },
);
