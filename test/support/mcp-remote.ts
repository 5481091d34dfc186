import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const proxy = join(import.meta.dirname, "../../tools/mcp-remote/node_modules/mcp-remote/dist/proxy.js");

/** Whether mcp-remote is installed, and a shell can stand in for a browser. */
export const isMcpRemoteInstalled = existsSync(proxy) && process.platform === "linux";
export const MCP_REMOTE_INSTALL = "npm ci --ignore-scripts --no-progress --prefix tools/mcp-remote";

const OPENING_MS = 120_000;

/** mcp-remote as an assistant starts it: a process that speaks MCP over its standard input and output. */
export interface McpRemote {
  readonly client: Client;
  /** Addresses that it opened a browser at so far, in order. */
  opened(): string[];
  /** The next address after the first `count`. */
  nextOpened(count: number): Promise<string>;
  close(): Promise<void>;
}

/** Starts it; `ready` settles when it has connected. */
export function mcpRemote(
  mcp_url: string,
  directory: string,
  callback_port: number,
): { remote: McpRemote; ready: Promise<void> } {
  const home = mkdtempSync(join(directory, "mcp-remote-"));
  const list = join(home, "opened");
  const programs = join(home, "programs");
  const browser = join(programs, "xdg-open");
  mkdirSync(programs);
  writeFileSync(list, "");
  writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${list}'\n`, { mode: 0o755 });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [proxy, mcp_url, String(callback_port), "--allow-http", "--transport", "http-only"],
    env: {
      PATH: `${programs}:${process.env["PATH"] ?? ""}`,
      BROWSER: browser,
      HOME: home,
      MCP_REMOTE_CONFIG_DIR: join(home, "config"),
    },
    stderr: "ignore",
  });
  const client = new Client({ name: "interop-test", version: "1.0.0" });
  const opened = () => readFileSync(list, "utf8").split("\n").filter(Boolean);
  const remote: McpRemote = {
    client,
    opened,
    async nextOpened(count) {
      for (const end = performance.now() + OPENING_MS; performance.now() < end; await sleep(50)) {
        const address = opened()[count];
        if (address !== undefined) return address;
      }
      throw new Error("mcp-remote opened no browser");
    },
    close: () => client.close(),
  };
  return { remote, ready: client.connect(transport) };
}
